import { fitMargin, type Example, type Fitted } from "./fit-margin.ts";
import { isBad, type Row } from "./rows.ts";
import { bucketOf } from "./samples.ts";
import type { TextKind } from "./text-kinds.ts";
import { dot } from "./vectors.ts";

const FOLDS = 5;
const COST = 5;
/** A clean message taken for bad costs more than a bad one missed. */
const CLEAN_WEIGHT = 2;

export interface Outside {
  row: Row;
  bad: number;
  phishing: number;
}

/** The two questions: clean or not, and if not, phishing or spam. */
export function fitBoth(rows: readonly Row[], bits: number): { bad: Fitted; phishing: Fitted } {
  const bad = rows.map((row): Example => ({
    vector: row.vector,
    side: isBad(row) ? 1 : -1,
    weight: row.weight * (isBad(row) ? 1 : CLEAN_WEIGHT),
  }));
  const kinds = rows.filter(isBad).map((row): Example => ({
    vector: row.vector,
    side: row.sample.label === "phishing" ? 1 : -1,
    weight: row.weight,
  }));
  return { bad: fitMargin(bad, bits, COST), phishing: fitMargin(kinds, bits, COST) };
}

/** Every message of the channel judged by a machine that has seen neither it nor its group; calibration is fitted on these alone. */
export function outOfFold(rows: readonly Row[], { takes, bits }: TextKind): Outside[] {
  const found: Outside[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const inside = (row: Row) => bucketOf(row.sample, "fold") % FOLDS !== fold;
    const { bad, phishing } = fitBoth(rows.filter(inside), bits);
    for (const row of rows) {
      if (inside(row) || row.copy || !takes(row.sample.message.channel)) continue;
      found.push({
        row,
        bad: dot(bad.weights, row.vector) + bad.bias,
        phishing: dot(phishing.weights, row.vector) + phishing.bias,
      });
    }
  }
  return found;
}
