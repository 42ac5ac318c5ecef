import { isObject, parseJson } from "../../http/index.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** The text of a field, if it is text and not empty. */
export function textIn(object: JsonObject, field: string): string | undefined {
  const value = object[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function textsIn(object: JsonObject, field: string): string[] {
  const value = object[field];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
