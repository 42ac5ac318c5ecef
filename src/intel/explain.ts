import { timeOf, given } from "../platform/index.ts";
import { nameOf, worst } from "./fusion/fuse.ts";
import type { Weighed } from "./fusion/weigh.ts";
import type { Explained } from "./lookup/explained.ts";
import type { Explanation } from "./explain-answers.ts";

const DIGITS = 1000;

/** Each piece of evidence behind a verdict, how it was weighed, and its share of the threat level. */
export function explain({ verdict, reasons, indexVersion }: Explained): Explanation {
  const { entry, special, weighed } = reasons;
  const shares = sharesOf(weighed);
  return {
    verdict,
    indexVersion,
    ...given({
      special,
      tenantEntry: entry && { id: entry.id, action: entry.action, value: entry.value },
    }),
    evidence: weighed
      .map((one) => show(one, shares.get(one) ?? 0))
      .toSorted((one, other) => other.share - one.share || other.weight - one.weight),
  };
}

/**
 * The share of each piece in the threat level. The level comes from one category. Its lineages are
 * independent, so the logarithms of their probabilities add up; in a lineage only the strongest counts.
 */
function sharesOf(weighed: readonly Weighed[]): Map<Weighed, number> {
  const counting = weighed.filter(({ dismissed }) => dismissed === undefined);
  const { category, level } = worst(counting);
  const own = counting.filter((one) => one.category === category);
  const lineages = Map.groupBy(own, ({ evidence }) => evidence.source.lineage);
  const strongest = Array.from(lineages.values(), (ones) =>
    ones.reduce((best, other) => (other.p > best.p ? other : best)),
  );
  const total = strongest.reduce((sum, { p }) => sum + informationOf(p), 0);
  if (level === 0 || total === 0) return new Map();
  return new Map(strongest.map((one) => [one, (100 * informationOf(one.p)) / total]));
}

const ALMOST_CERTAIN = 1 - 1e-9;

function informationOf(p: number): number {
  return -Math.log(1 - Math.min(p, ALMOST_CERTAIN));
}

function show(one: Weighed, share: number): Explanation["evidence"][number] {
  const { evidence, category, reliability, decay, specificity, factor, p, dismissed } = one;
  const { source, scope, row } = evidence;
  return {
    source: source.id,
    name: nameOf(one),
    category,
    scope,
    lineage: source.lineage,
    reliability: rounded(reliability),
    decay: rounded(decay),
    specificity,
    factor: rounded(factor),
    weight: rounded(p),
    share: rounded(share),
    ...given({ dismissed }),
    ...(row.first > 0 && { firstSeen: timeOf(row.first * 1000) }),
    ...(row.last > 0 && { lastSeen: timeOf(row.last * 1000) }),
    ...(row.gone > 0 && { delistedAt: timeOf(row.gone * 1000) }),
  };
}

function rounded(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}
