import { probabilityOf } from "../../src/inspection/model/fuse.ts";
import { fitLogistic } from "./fit-logistic.ts";
import type { Answers, Outside } from "./out-of-fold.ts";
import { isBad, type Row } from "./rows.ts";
import { isOwn } from "./samples.ts";

/** The slope and offset by which the margin of a machine becomes log-odds. */
export type Platt = readonly [slope: number, offset: number];

type Readers = Omit<Answers<Platt>, "phishing">;

/**
 * How sharply likeness divides, and how far it is moved towards public messages. There are many times
 * as many own messages, so that every added scenario would draw the line further into the public ones.
 */
const LIKENESS: Platt = [2, 0.75];

/**
 * Finds the slopes and offsets by which the readers together come closest to the labels of messages
 * that they have not seen.
 */
export function calibrateReaders(outside: readonly Outside[]): Readers {
  if (outside[0]?.archive === undefined) {
    const points = outside.map(({ row, bad }) => point([bad], isBad(row), row.weight));
    const [slope = 1, offset = 0] = fitLogistic(points);
    return { bad: [slope, offset], archive: undefined };
  }
  const weightOf = evenWeights(outside);
  const points = outside.map(({ row, bad, archive }) => {
    const share = likeness(archive?.likeness ?? 0);
    const inputs = [bad * (1 - share), (archive?.bad ?? 0) * share, share];
    return point(inputs, isBad(row), weightOf(row));
  });
  const [own = 1, old = 1, more = 0, offset = 0] = fitLogistic(points);
  return { bad: [own, offset], archive: { bad: [old, offset + more], likeness: LIKENESS } };
}

/** Gives weights by which own and public messages count alike, however many there are of each. */
function evenWeights(outside: readonly Outside[]): (row: Row) => number {
  const own = outside.filter(({ row }) => isOwn(row.sample)).length;
  // If sources are left out, own messages are only learned from and none is judged.
  const share = own === 0 ? 1 : own / Math.max(outside.length - own, 1);
  return (row) => row.weight * (isOwn(row.sample) ? 1 : share);
}

/** The log-odds of bad, as `badOdds` in src/inspection/layers/l3/classify.ts computes them. */
export function oddsOf({ bad, archive }: Outside, readers: Readers): number {
  const own = scaled(bad, readers.bad);
  if (archive === undefined || readers.archive === undefined) return own;
  const share = likeness(archive.likeness);
  return share * scaled(archive.bad, readers.archive.bad) + (1 - share) * own;
}

function likeness(margin: number): number {
  return probabilityOf(scaled(margin, LIKENESS));
}

function scaled(margin: number, [slope, offset]: Platt): number {
  return slope * margin + offset;
}

export function point(inputs: readonly number[], target: boolean, weight: number) {
  return { inputs, target: target ? 1 : 0, weight };
}
