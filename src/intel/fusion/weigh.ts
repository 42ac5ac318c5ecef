import { NO_WEIGHT } from "../segments/table.ts";
import type { Category } from "./categories.ts";
import { daysSinceListed, decayAfter } from "./decay.ts";
import { SPECIFICITY, type Evidence, type Scope } from "./evidence.ts";

/** Factor for evidence about an address in a block of a cloud or CDN. */
const DISCOUNT = 0.6;
/** Factor for evidence about a URL inside another one. */
const INNER = 0.95;

export type Dismissal =
  | "faded"
  | "vetoed"
  | "popular_domain"
  | "shared_host"
  | "private_suffix"
  | "reserved_block";

/** Evidence with its weight in the verdict, or why it was dismissed. */
export interface Weighed {
  evidence: Evidence;
  category: Category;
  reliability: number;
  decay: number;
  specificity: number;
  /** What allowances leave of it; 1 is all. */
  factor: number;
  /** reliability x decay x specificity x factor. */
  p: number;
  dismissed: Dismissal | undefined;
}

export interface Circumstances {
  /** Depths of the names below a suffix under which names are rented out. */
  rented: readonly number[];
  /** The address is one of those set aside for examples. */
  isDocumentation: boolean;
}

/** Weighs each piece of evidence in the light of the others. */
export function weigh(
  all: readonly Evidence[],
  { rented, isDocumentation }: Circumstances,
  now: number,
): Weighed[] {
  const weighed = all.map((evidence) => alone(evidence, now));
  for (const one of weighed) {
    const { source, depth } = one.evidence;
    const { effect, category } = source;
    if (one.dismissed !== undefined) continue;
    if (effect === "popular" && rented.includes(depth)) dismiss(one, "private_suffix");
    if (effect === "veto" && category === "reserved" && isDocumentation) {
      dismiss(one, "reserved_block");
    }
  }
  // Each depth by itself: evidence in favour of a redirector says nothing of where it leads, and
  // evidence on a tunnel's end says nothing of who comes through it.
  for (const depth of new Set(all.map((one) => one.depth))) {
    weighDepth(weighed.filter((one) => !one.dismissed && one.evidence.depth === depth));
  }
  return weighed;
}

/** Weighs what is about one address: what was asked for itself, or one that it contains. */
function weighDepth(own: readonly Weighed[]): void {
  const has = (effect: Evidence["source"]["effect"]) =>
    own.some(({ evidence }) => evidence.source.effect === effect);
  const vouched = vouchedIn(own);
  const machine = own.some(
    ({ evidence }) => evidence.source.effect === "veto" && evidence.isAddress,
  );
  const rules = {
    // An exception for a name above, or for another page, says nothing of the machine.
    veto: machine || vouched < NEARNESS.parent,
    machine,
    shared: has("shared"),
    popular: has("popular"),
    vouched,
  };
  const discount = has("discount") ? DISCOUNT : 1;
  for (const one of own.filter(isThreat)) {
    if (one.evidence.isAddress) scale(one, discount);
    const reason = objection(one, rules);
    if (reason !== undefined) dismiss(one, reason);
  }
}

function alone(evidence: Evidence, now: number): Weighed {
  const { source, row, scope, trait, confirmedAt } = evidence;
  const reliability = reliabilityOf(evidence);
  const { intervalSeconds } = source;
  const days = daysSinceListed({ gone: row.gone, confirmedAt, intervalSeconds }, now);
  const decay =
    source.decay === undefined ? Number(row.gone === 0) : decayAfter(days, source.decay);
  const specificity = SPECIFICITY[scope];
  const factor = evidence.depth >= 1 ? INNER : 1;
  const weighed: Weighed = {
    evidence,
    // A breach has victims, whatever caused it: no other category.
    category: source.effect === "exposure" ? "breach" : (trait.category ?? source.category),
    reliability,
    decay,
    specificity,
    factor,
    p: reliability * decay * specificity * factor,
    dismissed: undefined,
  };
  if (weighed.p === 0) dismiss(weighed, "faded");
  return weighed;
}

function reliabilityOf({ source, row, trait }: Evidence): number {
  if (row.weight === NO_WEIGHT) return source.reliability;
  return trait.weight ?? row.weight / 100;
}

export function isThreat({ evidence }: Weighed): boolean {
  const { effect } = evidence.source;
  return effect === "threat" || effect === "shared";
}

/**
 * Why evidence is dismissed, if it is. Popularity never dismisses evidence about the URL or host
 * itself.
 */
function objection(
  { evidence }: Weighed,
  rules: { veto: boolean; machine: boolean; shared: boolean; popular: boolean; vouched: number },
): Dismissal | undefined {
  const { scope, source, isAddress } = evidence;
  if (rules.veto && isAddress) return "vetoed";
  // For a machine only: a name with a veto may still have bad pages, if it is rented out page by page.
  if (rules.machine && scope === "witness") return "vetoed";
  if (source.effect === "threat" && (nearnessOf(scope) ?? 0) >= rules.vouched) return "vetoed";
  if (source.effect === "shared" || (scope !== "witness" && scope !== "parent")) return undefined;
  if (rules.shared && scope === "witness") return "shared_host";
  return rules.popular ? "popular_domain" : undefined;
}

/**
 * How far a name or page is from the one asked for. A veto on one of them takes back what is as far or
 * farther: that on a site nothing of its pages, that on a page also what is said of the site.
 */
const NEARNESS = { exact: 1, path: 2, host: 3, form: 3, parent: 4 };

function nearnessOf(scope: Scope): number | undefined {
  return (NEARNESS as Partial<Record<Scope, number>>)[scope];
}

function vouchedIn(own: readonly Weighed[]): number {
  return own.reduce((nearest, { evidence: { source, isAddress, scope } }) => {
    const counts = source.effect === "veto" && !isAddress;
    return Math.min(nearest, (counts ? nearnessOf(scope) : undefined) ?? Infinity);
  }, Infinity);
}

function dismiss(one: Weighed, reason: Dismissal): void {
  one.dismissed = reason;
  one.p = 0;
}

function scale(one: Weighed, factor: number): void {
  one.factor *= factor;
  one.p *= factor;
}
