import type { Effect } from "../sources/source.ts";
import { SEVERITY, type Category } from "./categories.ts";
import { isThreat, type Weighed } from "./weigh.ts";

export const MALICIOUS_FROM = 70;
export const MALICIOUS_CONFIDENCE_FROM = 60;
export const SUSPICIOUS_FROM = 30;

export type Disposition = "malicious" | "suspicious" | "clean" | "unknown";

/** The verdict of the contract, without what was asked. */
export interface Fused {
  disposition: Disposition;
  threatLevel: number;
  confidence: number;
  categories: string[];
  malwareFamily?: string;
  sources: string[];
  /** Unix milliseconds. */
  firstSeen?: number;
  lastSeen?: number;
}

/**
 * Makes one verdict of weighed evidence. In a lineage the strongest counts, lineages count as
 * independent, and the worst category decides.
 */
export function fuse(weighed: readonly Weighed[], allows: boolean, now: number): Fused {
  const counting = weighed.filter(({ dismissed }) => dismissed === undefined);
  if (counting.length === 0) return nothing();
  const threatLevel = Math.round(worst(counting).level);
  const confidence = Math.round(100 * orOf(strongestByLineage(counting, sureness)));
  const family = familyOf(counting);
  return {
    disposition: dispositionOf(threatLevel, confidence, allows),
    threatLevel,
    confidence,
    categories: sorted(counting.flatMap(categoriesOf)),
    ...(family === undefined ? {} : { malwareFamily: family }),
    sources: sorted(counting.map(nameOf)),
    ...timesOf(counting, now),
  };
}

/**
 * How sure it is, for the confidence. Good evidence on a tunnel's end says nothing of who comes
 * through.
 */
function sureness(one: Weighed): number {
  const { evidence, reliability, decay } = one;
  return evidence.scope === "tunnel" && !isThreat(one) ? 0 : reliability * decay;
}

/** The verdict on something unknown. */
export function nothing(): Fused {
  return { disposition: "unknown", threatLevel: 0, confidence: 0, categories: [], sources: [] };
}

export function dispositionOf(
  threatLevel: number,
  confidence: number,
  allows: boolean,
): Disposition {
  if (threatLevel >= MALICIOUS_FROM && confidence >= MALICIOUS_CONFIDENCE_FROM) return "malicious";
  if (threatLevel >= SUSPICIOUS_FROM) return "suspicious";
  return allows ? "clean" : "unknown";
}

/** Effects of lists that never raise a threat level, whatever their category. */
const IN_FAVOUR: ReadonlySet<Effect> = new Set(["popular", "discount", "veto"]);

/** The category that weighs most, and how much: its severity times the chance that it is true. */
export function worst(counted: readonly Weighed[]): { category: Category; level: number } {
  let found: { category: Category; level: number } = { category: "popular", level: 0 };
  const against = counted.filter(({ evidence }) => !IN_FAVOUR.has(evidence.source.effect));
  for (const category of new Set(against.map((one) => one.category))) {
    const severity = SEVERITY[category];
    if (severity <= found.level) continue;
    const own = against.filter((one) => one.category === category);
    const level = severity * orOf(strongestByLineage(own, ({ p }) => p));
    if (level > found.level) found = { category, level };
  }
  return found;
}

function strongestByLineage(
  counted: readonly Weighed[],
  chance: (one: Weighed) => number,
): number[] {
  const strongest = new Map<string, number>();
  for (const one of counted) {
    const { lineage } = one.evidence.source;
    strongest.set(lineage, Math.max(strongest.get(lineage) ?? 0, chance(one)));
  }
  return [...strongest.values()];
}

/** The chance that at least one of several independent things is true. */
function orOf(chances: readonly number[]): number {
  return 1 - chances.reduce((none, chance) => none * (1 - Math.min(1, chance)), 1);
}

export function nameOf({ evidence }: Weighed): string {
  return evidence.trait.label ?? evidence.source.id;
}

function categoriesOf({ category, evidence }: Weighed): string[] {
  return [category, ...(evidence.trait.more ?? []).map(slugOf)];
}

/** A source's words in the form of our categories: "Email addresses" is "email-addresses". */
function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function familyOf(counted: readonly Weighed[]): string | undefined {
  const named = counted.filter(({ evidence }) => evidence.trait.family !== undefined);
  return named.toSorted((one, other) => other.p - one.p)[0]?.evidence.trait.family;
}

function timesOf(counted: readonly Weighed[], now: number): Pick<Fused, "firstSeen" | "lastSeen"> {
  const times = counted
    .flatMap(({ evidence }) => [evidence.row.first, evidence.row.last])
    .filter((seconds) => seconds > 0)
    .map((seconds) => Math.min(seconds * 1000, now));
  if (times.length === 0) return {};
  return { firstSeen: Math.min(...times), lastSeen: Math.max(...times) };
}

function sorted(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => word !== "").toSorted(byCodeUnit);
}

function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
