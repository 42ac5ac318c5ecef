import type { Soon } from "../../http/index.ts";
import { fuse, type Fused, nothing } from "../fusion/fuse.ts";
import { weigh, type Weighed } from "../fusion/weigh.ts";
import type { Evidence } from "../fusion/evidence.ts";
import type { Index } from "../index/build-index.ts";
import type { Host } from "../indicators/host.ts";
import type { Indicator } from "../indicators/indicator.ts";
import {
  specialAsn,
  specialIpv4,
  specialIpv6,
  type Special,
} from "../indicators/special-ranges.ts";
import { partsOf } from "../suffixes/registrable.ts";
import { matchLists, type TenantEntry, type TenantLists } from "../tenant-lists/match-lists.ts";
import { allowsClean } from "./allows-clean.ts";
import type { ConfirmDoubts } from "./confirm-doubts.ts";
import { Findings } from "./find-evidence.ts";
import { inspectName } from "./inspect-name.ts";
import { probe } from "./probe.ts";
import { verdictOf, type Verdict } from "./verdict.ts";

/** Reputation says how dangerous something is; exposure, what breaches say of it. */
export type Aspect = "reputation" | "exposure";

/** What a look-up needs besides the indicator; all of it is in memory. */
export interface Knowledge {
  index: Index;
  lists: TenantLists;
  /** The key under which e-mails are hashed. */
  mailSecret: string;
  /** Asks the blocks of tables that are too large to be held. */
  confirm: ConfirmDoubts;
}

/** Why a verdict is what it is. */
export interface Reasons {
  entry: TenantEntry | undefined;
  special: Special | undefined;
  weighed: Weighed[];
}

export interface Explained {
  verdict: Verdict;
  reasons: Reasons;
  indexVersion: number;
}

/** The verdict on one indicator: at once, unless a filter leaves a doubt. */
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
  const { evidence, doubts } = findEvidence(knowledge, indicator);
  const conclude = (confirmed: readonly Evidence[]) => {
    const all = [...evidence, ...confirmed, ...further, ...inspectName(indicator, index, now)];
    return judge(indicator, all.filter(isAbout(aspect)), { special, version: index.version, now });
  };
  return doubts.length === 0 ? conclude([]) : knowledge.confirm(doubts).then(conclude);
}

function findEvidence(knowledge: Knowledge, indicator: Indicator): Findings {
  const findings = new Findings(knowledge.index);
  probe(findings, indicator, knowledge.mailSecret);
  return findings;
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
  // Most of what is asked for is on no list.
  if (evidence.length === 0 && special === undefined) {
    return explained(indicator, nothing(), { entry: undefined, special, weighed: [] }, version);
  }
  const circumstances = {
    isDocumentation: special === "documentation",
    isPrivateSuffix: isBelowPrivateSuffix(indicator),
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

function isBelowPrivateSuffix(indicator: Indicator): boolean {
  const name = nameOf(indicator);
  if (name === undefined) return false;
  const { privateSuffix } = partsOf(name);
  return privateSuffix !== undefined && privateSuffix !== name;
}

function nameOf(indicator: Indicator): string | undefined {
  if (indicator.type === "domain") return indicator.name;
  if (indicator.type !== "url" || indicator.address.host.kind !== "name") return undefined;
  return indicator.address.host.text;
}

function specialOf(indicator: Indicator): Special | undefined {
  if (indicator.type === "asn") return specialAsn(indicator.asn);
  if (indicator.type === "ip") return specialHost(indicator.host);
  return indicator.type === "url" ? specialHost(indicator.address.host) : undefined;
}

function specialHost(host: Host): Special | undefined {
  if (host.kind === "ipv4") return specialIpv4(host.address);
  return host.kind === "ipv6" ? specialIpv6(host.address) : undefined;
}

const CERTAIN = 100;

function byEntry(indicator: Indicator, entry: TenantEntry, version: number): Explained {
  const isDenied = entry.action === "deny";
  const name = isDenied ? "tenant-deny-list" : "tenant-allow-list";
  const fused: Fused = {
    disposition: isDenied ? "malicious" : "clean",
    threatLevel: isDenied ? CERTAIN : 0,
    confidence: CERTAIN,
    categories: [name],
    sources: [name],
  };
  return explained(indicator, fused, { entry, special: undefined, weighed: [] }, version);
}

/** The one case of a category without a source: the address means nothing on the open internet. */
function bySpecial(indicator: Indicator, special: Special, version: number): Explained {
  const isPrivate = special === "private" && indicator.type !== "asn";
  const fused: Fused = {
    disposition: "unknown",
    threatLevel: 0,
    confidence: 0,
    categories: [isPrivate ? "private" : "reserved"],
    sources: [],
  };
  return explained(indicator, fused, { entry: undefined, special, weighed: [] }, version);
}

function explained(
  indicator: Indicator,
  fused: Fused,
  reasons: Reasons,
  indexVersion: number,
): Explained {
  return { verdict: verdictOf(indicator, fused), reasons, indexVersion };
}
