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
 * The common list with the tenant's entries: what it allows is left out, what it denies is added. If
 * that adds too many rows, the rest is left out and `full` is called.
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
  const rows = new Map<string, ExportRow>();
  let left = wanted.length + most;
  for (const row of rowsOf(wanted, kind, { lists, cut })) {
    if (left === 0) {
      full();
      break;
    }
    // Rows that are there already count too, because they took time.
    left -= 1;
    if (!rows.has(row.value)) rows.set(row.value, row);
  }
  return [...rows.values()];
}

interface Word {
  lists: TenantLists;
  /** Undefined where no address is allowed. */
  cut: CutRow | undefined;
}

function* rowsOf(wanted: ExportRow[], kind: ExportKind, word: Word): Generator<ExportRow> {
  const { lists, cut } = word;
  const allows = allowsAny(lists);
  for (const row of wanted) {
    if (cut === undefined) {
      if (stays(row, kind, { lists, allows })) yield row;
      continue;
    }
    for (const value of cut(row.value)) yield value === row.value ? row : { ...row, value };
  }
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
