import { crc32 } from "../../platform/index.ts";
import { boundsOf, parseIpRange } from "../indicators/ip-range.ts";
import type { ExportRow } from "./export-list.ts";

/** A bouncer that hears nothing more forgets after this time. */
export const DURATION = "168h0m0s";
const ORIGIN = "rampart";
const MAX_ID = 0x7fff_ffff;

/** A decision as CrowdSec's local API gives it to bouncers. */
export interface Decision {
  id: number;
  origin: string;
  type: "ban";
  scope: "Ip" | "Range";
  value: string;
  duration: string;
  scenario: string;
}

export function decisionOf({ value, category }: Pick<ExportRow, "value" | "category">): Decision {
  return {
    id: crc32(value) & MAX_ID,
    origin: ORIGIN,
    type: "ban",
    scope: value.includes("/") ? "Range" : "Ip",
    value,
    duration: DURATION,
    scenario: `rampart/${category}`,
  };
}

/** The rows that hold the whole of a block; one listed address says nothing of those around it. */
export function rowsAround(rows: readonly ExportRow[], block: string): ExportRow[] {
  const asked = parseIpRange(block);
  if (asked === undefined) return [];
  const [first, last] = boundsOf(asked);
  return rows.filter(({ value }) => {
    const range = parseIpRange(value);
    if (range?.family !== asked.family) return false;
    const [from, to] = boundsOf(range);
    return from <= first && last <= to;
  });
}

/** Whether a bouncer that asks for some scopes wants the decision. */
export function isInScopes({ scope }: Decision, scopes: string | undefined): boolean {
  if (scopes === undefined || scopes === "") return true;
  return scopes.toLowerCase().split(",").includes(scope.toLowerCase());
}
