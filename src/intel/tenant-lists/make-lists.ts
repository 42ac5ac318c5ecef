import { crc32 } from "../../platform/index.ts";
import { parseIpRange } from "../indicators/ip-range.ts";
import { NO_LISTS, type TenantEntry, type TenantLists } from "./match-lists.ts";
import type { EntryRow } from "./store.ts";

/** A tenant's entries in the form that look-ups need. */
export function makeLists(rows: readonly EntryRow[]): TenantLists {
  const exact = new Map<string, TenantEntry>();
  const ranges: TenantLists["ranges"][number][] = [];
  for (const { id, action, type, value, expiresAt } of rows) {
    const entry = { id, action, value, expiresAt };
    const range = type === "ip" && value.includes("-") ? parseIpRange(value) : undefined;
    if (range !== undefined) ranges.push({ range, entry });
    else exact.set(keyOf(type, value), entry);
  }
  return listsOf(exact, ranges);
}

/** The lists without entries that have expired. */
export function dropExpired({ exact, ranges }: TenantLists, now: number): TenantLists {
  const counts = ({ expiresAt }: TenantEntry) => expiresAt === null || expiresAt > now;
  const kept = [...exact].filter(([, entry]) => counts(entry));
  return listsOf(
    new Map(kept),
    ranges.filter(({ entry }) => counts(entry)),
  );
}

function listsOf(exact: TenantLists["exact"], ranges: TenantLists["ranges"]): TenantLists {
  const entries = [...exact.values(), ...ranges.map(({ entry }) => entry)];
  if (entries.length === 0) return NO_LISTS;
  const state = entries.map(({ id, action, expiresAt }) => `${id}${action}${expiresAt}`).join();
  const until = entries.reduce(
    (first, { expiresAt }) => Math.min(first, expiresAt ?? first),
    Infinity,
  );
  return { exact, ranges, version: crc32(state).toString(36), until };
}

/** For IPv6 the host's text is in brackets, as in a URL. */
function keyOf(type: EntryRow["type"], value: string): string {
  return type === "ip" && value.includes(":") ? `ip:[${value}]` : `${type}:${value}`;
}
