import type { Soon } from "../../http/index.ts";
import { fuse, nothing } from "../fusion/fuse.ts";
import { weigh } from "../fusion/weigh.ts";
import type { Evidence } from "../fusion/evidence.ts";
import type { Index } from "../indexes/build-index.ts";
import { nameIn, type Indicator } from "../indicators/indicator.ts";
import type { Special } from "../indicators/special-ranges.ts";
import { isRented } from "../suffixes/is-rented.ts";
import { matchLists, type TenantLists } from "../tenant-lists/match-lists.ts";
import { allowsClean } from "./allows-clean.ts";
import type { ConfirmDoubts } from "./confirm-doubts.ts";
import { byEntry, bySpecial, explained, type Explained } from "./explained.ts";
import { findEvidence } from "./find-evidence.ts";
import { inspectName } from "./inspect-name.ts";
import { specialOf } from "./special-of.ts";

/** Reputation: how dangerous something is. Exposure: in which breaches it occurs. */
export type Aspect = "reputation" | "exposure";

/** What a look-up needs besides the indicator; all of it is in memory. */
export interface Knowledge {
  index: Index;
  lists: TenantLists;
  /** The key under which e-mails are hashed. */
  mailSecret: string;
  /** Reads blocks of tables that are too large to be held in memory. */
  confirm: ConfirmDoubts;
}

/** The verdict on an indicator; without a promise unless a filter leaves a doubt. */
export function lookUp(
  knowledge: Knowledge,
  indicator: Indicator,
  now: number,
  aspect: Aspect = "reputation",
  further: readonly Evidence[] = [],
): Soon<Explained> {
  const { index, lists } = knowledge;
  const entry = matchLists(lists, indicator);
  if (entry !== undefined) return byEntry(indicator, entry, index.version);
  const special = specialOf(indicator);
  if (special === "private" || special === "reserved") {
    return bySpecial(indicator, special, index.version);
  }
  const { evidence, doubts } = findEvidence(index, indicator, knowledge.mailSecret);
  const conclude = (confirmed: readonly Evidence[]) => {
    const all = [...evidence, ...confirmed, ...further, ...inspectName(indicator, index, now)];
    return judge(indicator, all.filter(isAbout(aspect)), { special, version: index.version, now });
  };
  return doubts.length === 0 ? conclude([]) : knowledge.confirm(doubts).then(conclude);
}

interface Judging {
  special: Special | undefined;
  version: number;
  now: number;
}

function judge(
  indicator: Indicator,
  evidence: readonly Evidence[],
  { special, version, now }: Judging,
): Explained {
  // The common case: most of what is asked for is on no list.
  if (evidence.length === 0 && special === undefined) {
    return explained(indicator, nothing(), { entry: undefined, special, weighed: [] }, version);
  }
  const circumstances = {
    isDocumentation: special === "documentation",
    rented: rentedIn(indicator),
  };
  const weighed = weigh(evidence, circumstances, now);
  const fused = fuse(weighed, allowsClean(indicator, weighed), now);
  if (special !== undefined && fused.sources.length === 0) {
    return bySpecial(indicator, special, version);
  }
  return explained(indicator, fused, { entry: undefined, special, weighed }, version);
}

function isAbout(aspect: Aspect): (evidence: Evidence) => boolean {
  return ({ source }) => {
    if (aspect === "reputation") return source.effect !== "exposure";
    return source.effect === "exposure" || source.alsoExposure === true;
  };
}

/** The depths of the names that are below a suffix under which names are rented out. */
function rentedIn(indicator: Indicator): number[] {
  const own = nameIn(indicator);
  if (own === undefined && indicator.type !== "url") return [];
  const inner = indicator.type === "url" ? indicator.inner.map(({ host }) => host.text) : [];
  return [own ?? "", ...inner].flatMap((name, depth) => (isRented(name) ? depth : []));
}
