import { isRefusal } from "../../http/index.ts";
import { withoutBrackets } from "../indicators/ip.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { DENIED } from "../lookup/explained.ts";
import { matchLists, type TenantEntry, type TenantLists } from "../tenant-lists/match-lists.ts";
import { cidrsOf } from "./cidrs.ts";
import { cutterOf, type CutRow } from "./cut-row.ts";
import { readList, type ExportKind, type ExportRow } from "./export-list.ts";

const CERTAIN = 100;

/** The common list with the tenant's own word on it: what is allowed left out, what is denied in. */
export function tenantExport(
  text: string,
  kind: ExportKind,
  lists: TenantLists,
  withSuspicious: boolean,
): ExportRow[] {
  const wanted = readList(text).filter(
    ({ disposition }) => withSuspicious || disposition === "malicious",
  );
  const cut = kind === "ip" && allowsAny(lists) ? cutterOf(lists) : undefined;
  const known = new Set<string>();
  const isNew = (value: string) => known.size < known.add(value).size;
  const rows = withoutAllowed(wanted, kind, { lists, cut }).filter(({ value }) => isNew(value));
  for (const [value, { expiresAt }] of deniedValues(kind, { lists, cut })) {
    if (!isNew(value)) continue;
    const denied = { value, disposition: "malicious", threatLevel: CERTAIN } as const;
    rows.push({ ...denied, category: DENIED, ...(expiresAt !== null && { until: expiresAt }) });
  }
  return rows;
}

interface Word {
  lists: TenantLists;
  /** Undefined where no address is allowed. */
  cut: CutRow | undefined;
}

function withoutAllowed(rows: ExportRow[], kind: ExportKind, { lists, cut }: Word): ExportRow[] {
  if (!allowsAny(lists)) return rows;
  if (cut === undefined) return rows.filter((row) => !isAllowed(row, kind, lists));
  return rows.flatMap((row) =>
    cut(row.value).map((value) => (value === row.value ? row : { ...row, value })),
  );
}

function allowsAny({ exact, ranges }: TenantLists): boolean {
  const isAllow = ({ action }: TenantEntry) => action === "allow";
  return [...exact.values()].some(isAllow) || ranges.some(({ entry }) => isAllow(entry));
}

function isAllowed({ value }: ExportRow, kind: ExportKind, lists: TenantLists): boolean {
  const indicator = readIndicator(kind, value, { underscore: true });
  return !isRefusal(indicator) && matchLists(lists, indicator)?.action === "allow";
}

type Denied = [value: string, entry: TenantEntry];

function deniedValues(kind: ExportKind, { lists, cut }: Word): Denied[] {
  const { exact, ranges } = lists;
  const prefix = `${kind}:`;
  const single = [...exact]
    .filter(([key, { action }]) => action === "deny" && key.startsWith(prefix))
    .map(([key, entry]): Denied => [key.slice(prefix.length), entry]);
  if (kind !== "ip") return single;
  const blocks = ranges
    .filter(({ entry }) => entry.action === "deny")
    .flatMap(({ range, entry }) => cidrsOf(range).map((value): Denied => [value, entry]));
  const addresses = single.map(([value, entry]): Denied => [withoutBrackets(value), entry]);
  const whole = ([value, entry]: Denied) =>
    cut === undefined
      ? [[value, entry] as Denied]
      : cut(value).map((part): Denied => [part, entry]);
  return [...addresses, ...blocks.flatMap(whole)];
}
