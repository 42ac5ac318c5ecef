import { crc32 } from "../../platform/index.ts";
import { boundsOf, parseIpRange } from "../indicators/ip-range.ts";
import type { ExportRow } from "./export-list.ts";

/**
 * How long a decision lasts at a bouncer that hears nothing more. Nobody knows how long a feed will
 * list an address; only for a tenant's entry the end may be known, and may come earlier.
 */
const FORGOTTEN_AFTER_S = 7 * 86_400;
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

/** What a decision is made of. */
export type Decided = Pick<ExportRow, "value" | "category" | "until">;

export function decisionOf({ value, category, until }: Decided, now: number): Decision {
  return {
    id: crc32(value) & MAX_ID,
    origin: ORIGIN,
    type: "ban",
    scope: value.includes("/") ? "Range" : "Ip",
    value,
    duration: durationOf(until ?? Infinity, now),
    scenario: `rampart/${category}`,
  };
}

/** A duration as Go writes it. */
function durationOf(until: number, now: number): string {
  const left = Math.min(FORGOTTEN_AFTER_S, Math.max(1, Math.ceil((until - now) / 1_000)));
  return `${Math.floor(left / 3_600)}h${Math.floor(left / 60) % 60}m${left % 60}s`;
}

/**
 * With `contains` the rows that contain the whole block: one listed address in it says nothing of the
 * others. Without it, the rows within the block.
 */
export function rowsAround(
  rows: readonly ExportRow[],
  block: string,
  contains: boolean,
): ExportRow[] {
  const asked = parseIpRange(block);
  if (asked === undefined) return [];
  const [first, last] = boundsOf(asked);
  return rows.filter(({ value }) => {
    const range = parseIpRange(value);
    if (range?.family !== asked.family) return false;
    const [from, to] = boundsOf(range);
    return contains ? from <= first && last <= to : first <= from && to <= last;
  });
}

/** What a bouncer asks for: lists with commas. An empty list asks for all. */
export interface Wants {
  scopes?: string | undefined;
  /** Another name for it. */
  scope?: string | undefined;
  origins?: string | undefined;
  type?: string | undefined;
  scenarios_containing?: string | undefined;
  scenarios_not_containing?: string | undefined;
}

/** Whether a bouncer that asks for some decisions gets this one. */
export function wantedBy(wants: Wants): (decision: Decision) => boolean {
  const [scopes, also] = [wants.scopes, wants.scope].map(wordsOf);
  const [origins, types] = [wants.origins, wants.type].map(wordsOf);
  const [parts, others] = [wants.scenarios_containing, wants.scenarios_not_containing].map(wordsOf);
  return ({ scope, origin, type, scenario }) =>
    isOneOf(scopes, scope) &&
    isOneOf(also, scope) &&
    isOneOf(origins, origin) &&
    isOneOf(types, type) &&
    parts?.some((part) => scenario.includes(part)) !== false &&
    others?.some((part) => scenario.includes(part)) !== true;
}

function wordsOf(list = ""): string[] | undefined {
  const words = list
    .toLowerCase()
    .split(",")
    .filter((word) => word !== "");
  return words.length === 0 ? undefined : words;
}

function isOneOf(words: string[] | undefined, name: string): boolean {
  return words?.includes(name.toLowerCase()) !== false;
}
