import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { logOdds } from "../../src/inspection/model/fuse.ts";
import { fitLogistic } from "./fit-logistic.ts";
import type { Fitted } from "./fit-margin.ts";
import { fitBoth, outOfFold, type FoldOf, type Outside } from "./out-of-fold.ts";
import { isBad, rowsOf } from "./rows.ts";
import type { Sample } from "./samples.ts";
import type { TextKind } from "./text-kinds.ts";

/** A message judged by a machine that had not seen it. */
export interface Held {
  sample: Sample;
  bad: boolean;
  /** What L3 says, before calibration. */
  margin: number;
  /** The log-odds of L1 and L3 fused; above nought the verdict is not clean. */
  odds: number;
}

interface Calibration {
  badPlatt: number[];
  phishingPlatt: number[];
  /** Weight of L1, weight of L3, bias. */
  fusion: number[];
  held: Held[];
}

export interface TextFit extends Calibration {
  bits: number;
  bad: Fitted;
  phishing: Fitted;
}

export function trainText(samples: readonly Sample[], kind: TextKind): TextFit {
  const rows = rowsOf(samples, kind);
  return { bits: kind.bits, ...fitBoth(rows, kind), ...calibrate(outOfFold(rows, kind), kind) };
}

/** Each sample of the kind as a model trained without it and its near-equals, or without its whole fold, judges it. */
export function crossValidate(samples: readonly Sample[], kind: TextKind, foldOf?: FoldOf): Held[] {
  return calibrate(outOfFold(rowsOf(samples, kind), kind, foldOf), kind).held;
}

function calibrate(outside: readonly Outside[], kind: TextKind): Calibration {
  const badPlatt = fitLogistic(outside.map(({ row, bad }) => point([bad], isBad(row), row.weight)));
  const phishingPlatt = fitLogistic(
    outside
      .filter(({ row }) => isBad(row))
      .map(({ row, phishing }) => point([phishing], row.sample.label === "phishing", row.weight)),
  );
  const [slope = 1, offset = 0] = badPlatt;
  const inputs = outside.map(({ row, bad }) => [
    logOdds(scoreForm(row.sample.message).score / 100, 0),
    logOdds(1 / (1 + Math.exp(-(slope * bad + offset))), 2),
  ]);
  const fusion = fitLogistic(
    outside.map(({ row }, i) => point(inputs[i] ?? [], isBad(row), row.weight)),
  );
  const [l1 = 0, l3 = 1, fitted = 0] = fusion;
  const odds = inputs.map(([form = 0, text = 0]) => l1 * form + l3 * text);
  const bias = Math.min(fitted, -oddsAllowed(outside, odds, kind.falsePositives));
  const held = outside.map(({ row, bad }, i) => ({
    sample: row.sample,
    bad: isBad(row),
    margin: bad,
    odds: (odds[i] ?? 0) + bias,
  }));
  return { badPlatt, phishingPlatt, fusion: [l1, l3, bias], held };
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
