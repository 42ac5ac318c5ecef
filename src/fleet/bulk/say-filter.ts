import { timeOf } from "../../platform/index.ts";

/** The fields of a filter that are times. */
export const FILTER_TIMES: ReadonlySet<string> = new Set(["last_seen_before", "last_seen_after"]);

/** A filter as a query of the list has it, with times as text; it is stored as it is compared. */
export function sayFilter(filter: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const said = Object.entries(filter).map(([name, value]) => [
    name,
    FILTER_TIMES.has(name) && typeof value === "number" ? timeOf(value) : value,
  ]);
  return Object.fromEntries(said) as Record<string, unknown>;
}
