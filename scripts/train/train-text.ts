import "../suffixes/open-rules.ts";
import "./open-brands.ts";
import { readMessage } from "../../src/inspection/reading/read-message.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { logOdds, probabilityOf } from "../../src/inspection/model/fuse.ts";
import { fitLogistic } from "./fit-logistic.ts";
import type { Fitted } from "./fit-margin.ts";
import { fitAll, outOfFold, type Answers, type FoldOf, type Outside } from "./out-of-fold.ts";
import { calibrateReaders, oddsOf, point, type Platt } from "./mix-readers.ts";
import { isBad, rowsOf } from "./rows.ts";
import type { Sample } from "./samples.ts";
import type { TextKind } from "./text-kinds.ts";

/** A message judged by a machine that had not seen it. */
export interface Held {
  sample: Sample;
  bad: boolean;
  /** The log-odds of L3 alone. */
  margin: number;
  /** The log-odds of L1 and L3 fused; above zero the verdict is not clean. */
  odds: number;
}

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

/**
 * Judges each sample of the kind by a model that was trained without it and its near-duplicates, or
 * without its whole fold.
 */
export function crossValidate(samples: readonly Sample[], kind: TextKind, foldOf?: FoldOf): Held[] {
  return calibrate(outOfFold(rowsOf(samples, kind), kind, foldOf), kind).held;
}

/**
 * Draws the odds in towards a score of 50. Otherwise most bad messages would be so near to certain that
 * whole numbers could not tell them apart, and the scores between would say too little. At 0.7 and 0.8
 * the squared error is least.
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
    logOdds(scoreForm(readMessage(row.sample.message)).score / 100, 0),
    logOdds(probabilityOf(said[i] ?? 0), 2),
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

/** Returns the odds that no more than the allowed share of clean messages exceed. */
function oddsAllowed(outside: readonly Outside[], odds: readonly number[], share: number): number {
  const clean = odds.filter((_, i) => outside[i]?.row.sample.label === "clean");
  clean.sort((a, b) => b - a);
  return clean[Math.floor(clean.length * share)] ?? 0;
}
