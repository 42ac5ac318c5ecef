import { crc32 } from "../../platform/index.ts";
import { parseIpRange } from "../indicators/ip-range.ts";
import { NO_LISTS, type TenantEntry, type TenantLists } from "./match-lists.ts";
import type { EntryRow } from "./store.ts";

/** A tenant's entries in the form in which look-ups ask them. */
export function makeLists(rows: readonly EntryRow[]): TenantLists {
  if (rows.length === 0) return NO_LISTS;
  const exact = new Map<string, TenantEntry>();
  const ranges: TenantLists["ranges"][number][] = [];
  for (const { id, action, type, value, expiresAt } of rows) {
    const entry = { id, action, value, expiresAt };
    const range = type === "ip" && value.includes("-") ? parseIpRange(value) : undefined;
    if (range !== undefined) ranges.push({ range, entry });
    else exact.set(keyOf(type, value), entry);
  }
  const state = rows.map(({ id, action, expiresAt }) => `${id}${action}${expiresAt}`).join();
  return { exact, ranges, version: crc32(state).toString(36) };
}

/** IPv6 hosts are known by their text in brackets. */
function keyOf(type: EntryRow["type"], value: string): string {
  return type === "ip" && value.includes(":") ? `ip:[${value}]` : `${type}:${value}`;
}
