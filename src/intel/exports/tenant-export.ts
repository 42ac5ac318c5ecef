import { isRefusal } from "../../http/index.ts";
import { parseIpRange } from "../indicators/ip-range.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { matchLists, type TenantLists } from "../tenant-lists/match-lists.ts";
import { cidrsOf } from "./cidrs.ts";
import { readList, type ExportKind, type ExportRow } from "./export-list.ts";

const CERTAIN = 100;
const DENIED = "tenant-deny-list";

/** The common list with the tenant's own word on it: what is allowed left out, what is denied in. */
export function tenantExport(
  text: string,
  kind: ExportKind,
  lists: TenantLists,
  withSuspicious: boolean,
): ExportRow[] {
  const rows = readList(text).filter(
    (row) => (withSuspicious || row.disposition === "malicious") && !isAllowed(row, kind, lists),
  );
  const known = new Set(rows.map(({ value }) => value));
  for (const value of deniedValues(kind, lists)) {
    if (known.has(value)) continue;
    rows.push({ value, disposition: "malicious", threatLevel: CERTAIN, category: DENIED });
  }
  return rows;
}

function isAllowed({ value }: ExportRow, kind: ExportKind, lists: TenantLists): boolean {
  if (lists.exact.size === 0 && lists.ranges.length === 0) return false;
  const first = kind === "ip" ? (value.split("/")[0] ?? value) : value;
  const indicator = readIndicator(kind, first, { underscore: true });
  return !isRefusal(indicator) && matchLists(lists, indicator)?.action === "allow";
}

function deniedValues(kind: ExportKind, { exact, ranges }: TenantLists): string[] {
  const prefix = `${kind}:`;
  const single = [...exact]
    .filter(([key, { action }]) => action === "deny" && key.startsWith(prefix))
    .map(([key]) => key.slice(prefix.length).replace(/^\[|\]$/g, ""));
  if (kind !== "ip") return single;
  const blocks = ranges
    .filter(({ entry }) => entry.action === "deny")
    .flatMap(({ range }) => cidrsOf(range));
  return [...single, ...blocks].filter((value) => parseIpRange(value) !== undefined);
}
