import type { Category } from "../fusion/categories.ts";
import type { Evidence } from "../fusion/evidence.ts";
import type { Index } from "../indexes/build-index.ts";
import { nameIn, type Indicator } from "../indicators/indicator.ts";
import { decodeLabel } from "../names/decode-label.ts";
import { looksRandom } from "../names/looks-random.ts";
import { asciiSkeletonOf, mixesScripts, skeletonOf } from "../names/skeleton.ts";
import type { Source } from "../sources/source.ts";
import { partsOf } from "../suffixes/registrable.ts";
import { isListed } from "./is-listed.ts";

/**
 * How sure a sign each trick is, in percent. Nobody writes a popular name in another alphabet by
 * chance.
 */
const OTHER_ALPHABET = 90;
const MIXED = 60;
const MARKED = 35;
const DIGITS_FOR_LETTERS = 50;
const RANDOM = 50;
/** Shorter names look like one another by chance. */
const MIN_IMITATED = 5;

const ANALYSIS: Source = {
  id: "name-analysis",
  title: "What a name itself shows",
  kind: "domain",
  format: "domain-list",
  effect: "threat",
  category: "homoglyph",
  reliability: 0,
  lineage: "name-analysis",
  decay: undefined,
  licence: "",
  intervalSeconds: 0,
};

/** Evidence against a name by its form. For the host of a URL only tricks with Unicode count. */
export function inspectName(indicator: Indicator, index: Index, now: number): Evidence[] {
  const found = inspect(nameIn(indicator), indicator.type === "domain", index, now);
  if (indicator.type !== "url" || indicator.inner.length === 0) return found;
  const inner = indicator.inner.flatMap(({ host }, at) =>
    inspect(host.text, false, index, now).map((one) => ({ ...one, depth: at + 1 })),
  );
  return [...found, ...inner];
}

function inspect(
  name: string | undefined,
  isDomain: boolean,
  index: Index,
  now: number,
): Evidence[] {
  if (name === undefined || (!isDomain && !name.includes("xn--"))) return [];
  const { registrable } = partsOf(name);
  if (registrable === undefined) return [];
  const found: Evidence[] = [];
  const weight = lookAlike(name, registrable, index);
  if (weight > 0) found.push(evidence("homoglyph", weight, now));
  const [label = ""] = registrable.split(".");
  if (isDomain && looksRandom(label)) found.push(evidence("random-name", RANDOM, now));
  return found;
}

/** How sure it is that the name imitates another, in percent. */
function lookAlike(name: string, registrable: string, index: Index): number {
  if (!name.includes("xn--")) {
    const seen = asciiSkeletonOf(registrable);
    if (seen === registrable || registrable.indexOf(".") < MIN_IMITATED) return 0;
    const passes = isPopular(seen, index) && !isPopular(registrable, index);
    return passes ? DIGITS_FOR_LETTERS : 0;
  }
  const labels = name.split(".").map((label) => decodeLabel(label) ?? label);
  if (labels.some(mixesScripts)) return MIXED;
  const own = labels.slice(-registrable.split(".").length);
  const seen = own.map(skeletonOf).join(".");
  if (seen === registrable || !isPopular(seen, index)) return 0;
  return own.some(isOtherAlphabet) ? OTHER_ALPHABET : MARKED;
}

const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u;

function isOtherAlphabet(label: string): boolean {
  return OTHER_LETTERS.test(label);
}

function isPopular(name: string, index: Index): boolean {
  return isListed(index, name, ({ effect }) => effect === "popular");
}

function evidence(category: Category, weight: number, now: number): Evidence {
  return {
    source: ANALYSIS,
    scope: "form",
    row: { first: 0, last: 0, gone: 0, weight, trait: 0 },
    trait: { category },
    confirmedAt: now,
    isAddress: false,
    depth: 0,
  };
}
