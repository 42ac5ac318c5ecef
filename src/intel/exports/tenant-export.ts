import { isRefusal } from "../../http/index.ts";
import { withoutBrackets } from "../indicators/ip.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { DENIED } from "../lookup/explained.ts";
import { matchLists, type TenantEntry, type TenantLists } from "../tenant-lists/match-lists.ts";
import { cidrsOf } from "./cidrs.ts";
import { cutterOf, type CutRow } from "./cut-row.ts";
import { readList, type ExportKind, type ExportRow } from "./export-list.ts";

const CERTAIN = 100;
/** How many rows a tenant's entries may add: one range of IPv6 may come to 250 blocks. */
export const MAX_OWN_ROWS = 100_000;

/**
 * The common list with the tenant's entries: what it allows is left out, and what it denies comes first,
 * because many firewalls leave out what is behind their most lines. If that adds too many rows, the rest
 * is left out and `full` is called.
 */
export function tenantExport(
  text: string,
  kind: ExportKind,
  lists: TenantLists,
  withSuspicious: boolean,
  { most, full } = { most: MAX_OWN_ROWS, full: () => {} },
): ExportRow[] {
  const wanted = readList(text, withSuspicious);
  const cut = kind === "ip" && allowsAny(lists) ? cutterOf(lists) : undefined;
  const word = { lists, cut };
  const rows = new Map<string, ExportRow>();
  let left = most;
  for (const row of firstOf(deniedRows(kind, word), left, full)) {
    // Rows that are there already count too, because they took time.
    left -= 1;
    if (!rows.has(row.value)) rows.set(row.value, row);
  }
  for (const row of firstOf(listedRows(wanted, kind, word), wanted.length + left, full)) {
    const own = rows.get(row.value);
    rows.set(row.value, own === undefined ? row : withoutEnd(own));
  }
  return [...rows.values()];
}

/** Nobody knows how long a source will list what the tenant denies for a while. */
function withoutEnd({ until: _end, ...row }: ExportRow): ExportRow {
  return row;
}

function* firstOf<T>(all: Iterable<T>, most: number, more: () => void): Generator<T> {
  let left = most;
  for (const one of all) {
    if (left === 0) {
      more();
      return;
    }
    left -= 1;
    yield one;
  }
}

interface Word {
  lists: TenantLists;
  /** Undefined where no address is allowed. */
  cut: CutRow | undefined;
}

function* listedRows(
  wanted: readonly ExportRow[],
  kind: ExportKind,
  { lists, cut }: Word,
): Generator<ExportRow> {
  const allows = allowsAny(lists);
  for (const row of wanted) {
    if (cut === undefined) {
      if (stays(row, kind, { lists, allows })) yield row;
      continue;
    }
    for (const value of cut(row.value)) yield value === row.value ? row : { ...row, value };
  }
}

function* deniedRows(kind: ExportKind, word: Word): Generator<ExportRow> {
  for (const [value, { expiresAt }] of deniedValues(kind, word)) {
    const denied = { value, disposition: "malicious", threatLevel: CERTAIN } as const;
    yield { ...denied, category: DENIED, ...(expiresAt !== null && { until: expiresAt }) };
  }
}

function allowsAny({ exact, ranges }: TenantLists): boolean {
  const isAllow = ({ action }: TenantEntry) => action === "allow";
  return [...exact.values()].some(isAllow) || ranges.some(({ entry }) => isAllow(entry));
}

/** An exception counts only where the tenant itself says nothing. */
function stays(
  { value, disposition }: ExportRow,
  kind: ExportKind,
  { lists, allows }: { lists: TenantLists; allows: boolean },
): boolean {
  const isException = disposition === "clean";
  if (!isException && !allows) return true;
  const indicator = readIndicator(kind, value, { underscore: true });
  const entry = isRefusal(indicator) ? undefined : matchLists(lists, indicator);
  return isException ? entry === undefined : entry?.action !== "allow";
}

function* deniedValues(kind: ExportKind, { lists, cut }: Word) {
  const prefix = `${kind}:`;
  const whole = cut ?? ((value: string) => [value]);
  for (const [key, entry] of lists.exact) {
    if (entry.action !== "deny" || !key.startsWith(prefix)) continue;
    const value = key.slice(prefix.length);
    yield [kind === "ip" ? withoutBrackets(value) : value, entry] as const;
  }
  if (kind !== "ip") return;
  for (const { range, entry } of lists.ranges) {
    if (entry.action !== "deny") continue;
    for (const block of cidrsOf(range))
      for (const part of whole(block)) yield [part, entry] as const;
  }
}
