import { fuse, worst, type Fused } from "../fusion/fuse.ts";
import { weigh } from "../fusion/weigh.ts";
import type { Index } from "../indexes/build-index.ts";
import { boundsOf, type IpRange } from "../indicators/ip-range.ts";
import { specialIpv4, specialIpv6 } from "../indicators/special-ranges.ts";
import { Findings } from "../lookup/findings.ts";
import { rangeOf } from "./cidrs.ts";
import { cutsWithin, type Cuts } from "./cuts.ts";

export interface Judged {
  range: IpRange;
  disposition: Fused["disposition"];
  threatLevel: number;
  category: string;
}

/**
 * Judges a listed block. If evidence weighs less in parts of it, between these cuts, it is judged part
 * by part; neighbours with the same disposition are one, with the lower threat level.
 */
export function judgeBlock(index: Index, range: IpRange, cuts: Cuts, now: number): Judged[] {
  const { family } = range;
  const [first, last] = boundsOf(range);
  const starts = [first, ...cutsWithin(cuts[family], first, last)];
  const found: Judged[] = [];
  for (const [at, start] of starts.entries()) {
    const end = (starts[at + 1] ?? last + 1n) - 1n;
    const judged = judge(index, rangeOf(family, start, end), now);
    const before = found.at(-1);
    if (before?.disposition === judged.disposition) {
      const lower = judged.threatLevel < before.threatLevel ? judged : before;
      const [from] = boundsOf(before.range);
      found[found.length - 1] = { ...lower, range: rangeOf(family, from, end) };
    } else found.push(judged);
  }
  return found;
}

/** Judges an address, or a block as one. */
export function judge(index: Index, range: IpRange, now: number): Judged {
  const findings = new Findings(index);
  // Of a single address lists without blocks say something too.
  if (range.family === 4 && range.first === range.last) {
    findings.ipv4(range.first, "exact", "network");
  } else findings.block(range);
  const circumstances = { rented: [], isDocumentation: isOfExamples(range) };
  const weighed = weigh(findings.evidence, circumstances, now);
  const { disposition, threatLevel } = fuse(weighed, false, now);
  const { category } = worst(weighed.filter(({ dismissed }) => dismissed === undefined));
  return { range, disposition, threatLevel, category };
}

/** Blocks set aside for documentation: lists of reserved blocks have them, yet they may be exported. */
export function isOfExamples(range: IpRange): boolean {
  const special = range.family === 4 ? specialIpv4(range.first) : specialIpv6(range.first);
  return special === "documentation";
}
