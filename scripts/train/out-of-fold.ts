import { fitMargin, type Example, type Fit, type Fitted } from "./fit-margin.ts";
import { isBad, type Row } from "./rows.ts";
import { bucketOf, isOwn, type Sample } from "./samples.ts";
import type { Push, TextKind } from "./text-kinds.ts";
import { dot } from "./vectors.ts";

const FOLDS = 5;
/** A clean message taken for bad costs more than a bad one missed. */
const CLEAN_WEIGHT = 2;

/** What each machine says of a message, or the machines themselves. */
export interface Answers<T> {
  bad: T;
  phishing: T;
  archive: { bad: T; likeness: T } | undefined;
}

export interface Outside extends Answers<number> {
  row: Row;
}

/**
 * Fits the machines for the questions: clean or not, and if not, phishing or spam. If the kind reads
 * public messages apart, the first question is learned twice, from own and from public messages, and a
 * last machine tells which of them a message is like.
 */
export function fitAll(rows: readonly Row[], kind: TextKind): Answers<Fitted> {
  const { bits, archive } = kind;
  const kinds = rows.filter(isBad);
  const phishing = fitMargin(
    kinds.map((row) => example(row, row.sample.label === "phishing")),
    bits,
    kind.phishing,
  );
  if (archive === undefined)
    return { bad: fitBad(rows, kind, kind.bad), phishing, archive: undefined };
  const alike = rows.map((row) => example(row, !ofOurs(row)));
  const [own, old] = [rows.filter(ofOurs), rows.filter((row) => !ofOurs(row))];
  return {
    bad: fitBad(own, kind, kind.bad),
    phishing,
    archive: {
      bad: fitBad(old, kind, archive.bad),
      likeness: fitMargin(alike, bits, archive.likeness),
    },
  };
}

function fitBad(rows: readonly Row[], { bits, ownWeight, push }: TextKind, fit: Fit): Fitted {
  const weighed = rows.map((row) => {
    const times = (isBad(row) ? 1 : CLEAN_WEIGHT) * (ofOurs(row) ? ownWeight : 1);
    const asked =
      push === undefined ? {} : { push: pushOf(row, push), beyond: beyondOf(row, push) };
    return { ...example(row, isBad(row), times), ...asked };
  });
  return fitMargin(weighed, bits, fit);
}

function pushOf(row: Row, { clean, bad, swapped }: Push): number {
  if (!ofOurs(row)) return isBad(row) ? bad : clean;
  return row.swapped ? swapped : 0;
}

function beyondOf(row: Row, { beyond }: Push): number {
  return ofOurs(row) ? 0 : beyond;
}

const ofOurs = ({ sample }: Row) => isOwn(sample);

function example({ vector, weight }: Row, isSo: boolean, times = 1): Example {
  return { vector, side: isSo ? 1 : -1, weight: weight * times };
}

/**
 * The fold that a sample is judged in. A sample without one is never judged and always learned from.
 */
export type FoldOf = (sample: Sample) => number | string | undefined;

const byGroup: FoldOf = (sample) => bucketOf(sample, "fold") % FOLDS;

const byName = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

/**
 * Judges every message of the channel by a machine that has seen nothing of its fold. Calibration is
 * fitted on these answers alone.
 */
export function outOfFold(
  rows: readonly Row[],
  kind: TextKind,
  foldOf: FoldOf = byGroup,
): Outside[] {
  const found: Outside[] = [];
  for (const fold of [...new Set(rows.map(({ sample }) => foldOf(sample)))].sort(byName)) {
    if (fold === undefined) continue;
    const inside = (row: Row) => foldOf(row.sample) !== fold;
    const { bad, phishing, archive } = fitAll(rows.filter(inside), kind);
    for (const row of rows) {
      if (inside(row) || row.copy) continue;
      const says = ({ weights, bias }: Fitted) => dot(weights, row.vector) + bias;
      found.push({
        row,
        bad: says(bad),
        phishing: says(phishing),
        archive: archive && { bad: says(archive.bad), likeness: says(archive.likeness) },
      });
    }
  }
  return found;
}
