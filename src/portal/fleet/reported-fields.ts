import { isObject } from "../../http/index.ts";

export function recordOf(event: unknown): Record<string, unknown> {
  return isObject(event) ? event : { event };
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
