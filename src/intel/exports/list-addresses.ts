import type { Index } from "../indexes/build-index.ts";
import { hostOfIpv4 } from "../indicators/host.ts";
import type { IpRange } from "../indicators/ip-range.ts";
import { specialIpv4 } from "../indicators/special-ranges.ts";
import { cidrsOf } from "./cidrs.ts";
import { cutsOf } from "./cuts.ts";
import type { ExportRow } from "./export-list.ts";
import { isOfExamples, judge, judgeBlock, type Judged } from "./judge-block.ts";
import { closedOf, openParts } from "./open-parts.ts";

const ROWS_PER_STEP = 4_096;

/** All addresses and blocks that are threats by the index. Yields often, to let other work run. */
export function* listAddresses(index: Index, now: number): Generator<void, ExportRow[]> {
  const rows = new Map<string, ExportRow>();
  let steps = 0;
  let last = -1;
  for (const [address] of index.ip4.entries()) {
    if (address === last) continue;
    last = address;
    steps += 1;
    if (steps % ROWS_PER_STEP === 0) yield;
    const special = specialIpv4(address);
    if (special === "private" || special === "reserved") continue;
    const judged = judge(index, { family: 4, first: address, last: address }, now);
    note(rows, () => [hostOfIpv4(address).text], judged);
  }
  const closed = closedOf([...blocksOf(index, "veto")].filter((range) => !isOfExamples(range)));
  const cuts = cutsOf(blocksOf(index, "discount"));
  for (const range of blocksOf(index, "threat")) {
    steps += 1;
    if (steps % ROWS_PER_STEP === 0) yield;
    for (const judged of judgeBlock(index, range, cuts, now)) {
      note(rows, () => openParts(judged.range, closed).flatMap(cidrsOf), judged);
    }
  }
  return [...rows.values()];
}

function note(
  rows: Map<string, ExportRow>,
  values: () => readonly string[],
  { disposition, threatLevel, category }: Judged,
): void {
  if (disposition !== "malicious" && disposition !== "suspicious") return;
  for (const value of values()) {
    // Overlapping blocks may be cut into the same parts.
    const known = rows.get(value)?.threatLevel ?? 0;
    if (threatLevel > known) rows.set(value, { value, disposition, threatLevel, category });
  }
}

/** The blocks of sources that list threats, or of those that speak for addresses. */
function* blocksOf(
  { parts, tables, ip4ranges }: Index,
  effect: "threat" | "veto" | "discount",
): Generator<IpRange> {
  for (const [at, { source }] of parts.entries()) {
    if (source.effect !== effect) continue;
    const four = tables.get("ip4range")?.[at];
    const six = tables.get("ip6range")?.[at];
    for (let row = 0; row < (four?.rows ?? 0); row += 1) {
      yield { family: 4, first: four?.words[0]?.[row] ?? 0, last: four?.words[1]?.[row] ?? 0 };
    }
    for (let row = 0; row < (six?.rows ?? 0); row += 1) {
      const word = (index: number) => six?.words[index]?.[row] ?? 0;
      yield {
        family: 6,
        first: [word(0), word(1), word(2), word(3)],
        last: [word(4), word(5), word(6), word(7)],
      };
    }
    if (effect === "threat") continue;
    // Single addresses too, but only the few that lie in a listed block.
    for (const first of tables.get("ip4")?.[at]?.words[0] ?? []) {
      let blocks = 0;
      ip4ranges.visit(first, () => (blocks += 1));
      if (blocks > 0) yield { family: 4, first, last: first };
    }
  }
}
