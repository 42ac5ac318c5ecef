import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { logOdds } from "../../src/inspection/model/fuse.ts";
import { fitLogistic } from "./fit-logistic.ts";
import type { Fitted } from "./fit-margin.ts";
import { fitAll, outOfFold, type Answers, type FoldOf, type Outside } from "./out-of-fold.ts";
import { isBad, isOwn, rowsOf, type Row } from "./rows.ts";
import type { Sample } from "./samples.ts";
import type { TextKind } from "./text-kinds.ts";

/** A message judged by a machine that had not seen it. */
export interface Held {
  sample: Sample;
  bad: boolean;
  /** The log-odds of L3 alone. */
  margin: number;
  /** The log-odds of L1 and L3 fused; above nought the verdict is not clean. */
  odds: number;
}

/** Slope and offset of each machine, by which its margin becomes log-odds. */
type Platt = readonly [slope: number, offset: number];

interface Calibration {
  platt: Answers<Platt>;
  /** Weight of L1, weight of L3, bias. */
  fusion: number[];
  held: Held[];
}

export interface TextFit extends Calibration {
  bits: number;
  machines: Answers<Fitted>;
}

export function trainText(samples: readonly Sample[], kind: TextKind): TextFit {
  const rows = rowsOf(samples, kind);
  const machines = fitAll(rows, kind);
  return { bits: kind.bits, machines, ...calibrate(outOfFold(rows, kind), kind) };
}

/** Each sample of the kind as a model trained without it and its near-equals, or without its whole fold, judges it. */
export function crossValidate(samples: readonly Sample[], kind: TextKind, foldOf?: FoldOf): Held[] {
  return calibrate(outOfFold(rowsOf(samples, kind), kind, foldOf), kind).held;
}

/**
 * Draws the odds in around a score of 50. Most of what is bad stands so near to certain that whole numbers could not tell
 * it apart, and the scores between say too little; 0.8 had the smallest squared error on the validation part.
 */
const SPREAD = 0.8;

function calibrate(outside: readonly Outside[], kind: TextKind): Calibration {
  const readers = calibrateReaders(outside);
  const [slope = 1, offset = 0] = fitLogistic(
    outside
      .filter(({ row }) => isBad(row))
      .map(({ row, phishing }) => point([phishing], row.sample.label === "phishing", row.weight)),
  );
  const said = outside.map((answers) => oddsOf(answers, readers));
  const inputs = outside.map(({ row }, i) => [
    logOdds(scoreForm(row.sample.message).score / 100, 0),
    logOdds(probability(said[i] ?? 0), 2),
  ]);
  const fusion = fitLogistic(
    outside.map(({ row }, i) => point(inputs[i] ?? [], isBad(row), row.weight)),
  );
  const [l1 = 0, l3 = 1, fitted = 0] = fusion;
  const odds = inputs.map(([form = 0, text = 0]) => l1 * form + l3 * text);
  const bias = Math.min(fitted, -oddsAllowed(outside, odds, kind.falsePositives));
  const held = outside.map(({ row }, i) => ({
    sample: row.sample,
    bad: isBad(row),
    margin: said[i] ?? 0,
    odds: (odds[i] ?? 0) + bias,
  }));
  const platt = { ...readers, phishing: [slope, offset] as const };
  return { platt, fusion: [l1, l3, bias].map((weight) => weight * SPREAD), held };
}

type Readers = Omit<Answers<Platt>, "phishing">;

/** How sharply likeness divides: chosen once, since its own calibration would make it a hard switch. */
const LIKENESS: Platt = [2, 0];

function calibrateReaders(outside: readonly Outside[]): Readers {
  const weightOf = evenWeights(outside);
  if (outside[0]?.archive === undefined) {
    const points = outside.map(({ row, bad }) => point([bad], isBad(row), row.weight));
    const [slope = 1, offset = 0] = fitLogistic(points);
    return { bad: [slope, offset], archive: undefined };
  }
  const points = outside.map(({ row, bad, archive }) => {
    const share = likeness(archive?.likeness ?? 0);
    const inputs = [bad * (1 - share), (archive?.bad ?? 0) * share, share];
    return point(inputs, isBad(row), weightOf(row));
  });
  const [own = 1, old = 1, more = 0, offset = 0] = fitLogistic(points);
  return { bad: [own, offset], archive: { bad: [old, offset + more], likeness: LIKENESS } };
}

/** Own and public messages count alike, however many there are of each. */
function evenWeights(outside: readonly Outside[]): (row: Row) => number {
  const own = outside.filter(({ row }) => isOwn(row)).length;
  // Where sources are left out own messages are learned from, and none is judged.
  const share = own === 0 ? 1 : own / Math.max(outside.length - own, 1);
  return (row) => row.weight * (isOwn(row) ? 1 : share);
}

/** As `badOdds` of the product's classify does it. */
function oddsOf({ bad, archive }: Outside, readers: Readers): number {
  const own = scaled(bad, readers.bad);
  if (archive === undefined || readers.archive === undefined) return own;
  const share = likeness(archive.likeness);
  return share * scaled(archive.bad, readers.archive.bad) + (1 - share) * own;
}

function likeness(margin: number): number {
  return probability(scaled(margin, LIKENESS));
}

function scaled(margin: number, [slope, offset]: Platt): number {
  return slope * margin + offset;
}

function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** The odds that no more than the allowed share of clean messages exceed. */
function oddsAllowed(outside: readonly Outside[], odds: readonly number[], share: number): number {
  const clean = odds.filter((_, i) => outside[i]?.row.sample.label === "clean");
  clean.sort((a, b) => b - a);
  return clean[Math.floor(clean.length * share)] ?? 0;
}

function point(inputs: readonly number[], target: boolean, weight: number) {
  return { inputs, target: target ? 1 : 0, weight };
}
