import { fitMargin, type Example, type Fitted } from "./fit-margin.ts";
import { isBad, type Row } from "./rows.ts";
import { bucketOf, type Sample } from "./samples.ts";
import type { TextKind } from "./text-kinds.ts";
import { dot } from "./vectors.ts";

const FOLDS = 5;
/** A clean message taken for bad costs more than a bad one missed. */
const CLEAN_WEIGHT = 2;

export interface Outside {
  row: Row;
  bad: number;
  phishing: number;
}

/** The two questions: clean or not, and if not, phishing or spam. */
export function fitBoth(rows: readonly Row[], kind: TextKind): { bad: Fitted; phishing: Fitted } {
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
  return {
    bad: fitMargin(bad, kind.bits, kind.bad),
    phishing: fitMargin(kinds, kind.bits, kind.phishing),
  };
}

/** Which fold a sample is judged in; one without is never judged and always learned from. */
export type FoldOf = (sample: Sample) => number | string | undefined;

const byGroup: FoldOf = (sample) => bucketOf(sample, "fold") % FOLDS;

const byName = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

/** Every message of the channel judged by a machine that has seen nothing of its fold; calibration is fitted on these alone. */
export function outOfFold(
  rows: readonly Row[],
  kind: TextKind,
  foldOf: FoldOf = byGroup,
): Outside[] {
  const found: Outside[] = [];
  for (const fold of [...new Set(rows.map(({ sample }) => foldOf(sample)))].sort(byName)) {
    if (fold === undefined) continue;
    const inside = (row: Row) => foldOf(row.sample) !== fold;
    const { bad, phishing } = fitBoth(rows.filter(inside), kind);
    for (const row of rows) {
      if (inside(row) || row.copy) continue;
      found.push({
        row,
        bad: dot(bad.weights, row.vector) + bad.bias,
        phishing: dot(phishing.weights, row.vector) + phishing.bias,
      });
    }
  }
  return found;
}
