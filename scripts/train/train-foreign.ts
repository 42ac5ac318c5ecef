import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { chooseReaders } from "../../src/inspection/layers/l3/choose-readers.ts";
import { collectForeign } from "../../src/inspection/layers/l3/collect-foreign.ts";
import { Collector } from "../../src/inspection/layers/l3/collector.ts";
import { collect } from "../../src/inspection/layers/l3/features.ts";
import { sharesOfBad } from "../../src/inspection/layers/l3/foreign-odds.ts";
import { sharesOf } from "../../src/inspection/layers/l3/shares-of.ts";
import { detectLanguage, UNDETERMINED } from "../../src/inspection/language/detect.ts";
import { fusedOdds, logOdds, probabilityOf } from "../../src/inspection/model/fuse.ts";
import { FOREIGN_SHARES, type Model } from "../../src/inspection/model/open-model.ts";
import { readMessage, type Reading } from "../../src/inspection/reading/read-message.ts";
import { fitLogistic } from "./fit-logistic.ts";
import { fitMargin, type Fitted } from "./fit-margin.ts";
import { bucketOf, isOwn, type Sample } from "./samples.ts";
import { dot, vectorOf, type Vector } from "./vectors.ts";

const BITS = 12;
const FOLDS = 5;
/**
 * The cost is small, for else the machine learns by heart how the few scenarios were written: at 5 it
 * finds half of the messages by another writer, at 0.05 four fifths.
 */
const FIT = { cost: 0.05, evenness: 1 };
/** What a group's share counts beside a feature of the machine's own. */
const SHARE_UNIT = 0.7;
const CLEAN_WEIGHT = 2;
const PUBLIC_WEIGHT = 10;
/** The share of clean messages, judged out of fold, that may get a score of 50 or more. */
const FALSE_POSITIVES = 0.013;

export interface ForeignHeld {
  sample: Sample;
  bad: boolean;
  odds: number;
  /** Whether the main weights are asked too, and the stricter answer holds. */
  both: boolean;
}

export interface ForeignFit {
  bits: number;
  machine: Fitted;
  /** What the groups weigh, in Latin letters and in other scripts. */
  shares: number[];
  platt: readonly [slope: number, offset: number];
  /** The messages with the fused log-odds that machines of other folds give them. */
  held: ForeignHeld[];
}

interface Row {
  sample: Sample;
  reading: Reading;
  bad: boolean;
  both: boolean;
  vector: Vector;
  fold: number;
}

/**
 * Trains the weights for other languages beside the main ones, from the samples that the main ones do
 * not judge alone.
 */
export function trainForeign(
  model: Model,
  samples: readonly Sample[],
  kind: "short" | "mail",
): ForeignFit {
  const rows = samples
    .filter(({ message }) => (message.channel === "email") === (kind === "mail"))
    .flatMap((sample) => rowOf(model, sample));
  const margins = marginsOutOfFold(rows);
  const [slope = 1, offset = 0] = fitLogistic(
    rows.map(({ bad }, i) => ({ inputs: [margins[i] ?? 0], target: bad ? 1 : 0, weight: 1 })),
  );
  const { fusion } = model[kind];
  const said = rows.map((_, i) => slope * (margins[i] ?? 0) + offset);
  const forms = rows.map(({ reading }) => scoreForm(reading).score);
  const shift = shiftAllowed(
    rows.flatMap(({ bad }, i) => (bad ? [] : [roomOf(fusion, forms[i] ?? 0, said[i] ?? 0)])),
  );
  const held = rows.map(({ sample, bad, both }, i) => {
    const score = 100 * probabilityOf((said[i] ?? 0) + shift);
    const odds = fusedOdds(fusion, [forms[i] ?? 0, undefined, score, undefined]);
    return { sample, bad, both, odds };
  });
  const { weights, bias } = fit(rows);
  const shares = Array.from(weights.subarray(1 << BITS, (1 << BITS) + 2 * FOREIGN_SHARES));
  return {
    bits: BITS,
    machine: { weights: weights.slice(0, 1 << BITS), bias },
    shares: shares.map((share) => share * SHARE_UNIT),
    platt: [slope, offset + shift],
    held,
  };
}

function rowOf(model: Model, sample: Sample): Row[] {
  const reading = readMessage(sample.message);
  const lang = detectLanguage(model.language, reading.text);
  const readers = chooseReaders(model.language, reading, lang);
  if (readers === "main") return [];
  const text = sample.message.channel === "email" ? model.mail : model.short;
  const main = new Collector(text.bits);
  collect(reading, main);
  const said = sharesOfBad(text, sharesOf(text, main));
  const own = new Collector(BITS);
  collectForeign(reading, own);
  const vector = withShares(vectorOf(own), said, lang === UNDETERMINED);
  const fold = bucketOf(sample, "fold") % FOLDS;
  const [bad, both] = [sample.label !== "clean", readers === "both"];
  return [{ sample, reading, bad, both, vector, fold }];
}

/** Appends the shares behind the buckets of the features. */
function withShares(own: Vector, shares: readonly number[], otherScript: boolean): Vector {
  const from = (1 << BITS) + (otherScript ? FOREIGN_SHARES : 0);
  return {
    ids: Uint32Array.from([...own.ids, ...shares.map((_, i) => from + i)]),
    values: Float32Array.from([...own.values, ...shares.map((share) => share * SHARE_UNIT)]),
    ends: own.ends,
  };
}

function fit(rows: readonly Row[]): Fitted {
  const examples = rows.map(({ sample, bad, vector }) => ({
    vector,
    side: bad ? 1 : -1,
    weight: (bad ? 1 : CLEAN_WEIGHT) * (isOwn(sample) ? 1 : PUBLIC_WEIGHT),
  }));
  return fitMargin(examples, BITS + 1, FIT);
}

function marginsOutOfFold(rows: readonly Row[]): number[] {
  const margins = rows.map(() => 0);
  for (let fold = 0; fold < FOLDS; fold++) {
    const { weights, bias } = fit(rows.filter((row) => row.fold !== fold));
    rows.forEach((row, i) => {
      if (row.fold === fold) margins[i] = dot(weights, row.vector) + bias;
    });
  }
  return margins;
}

/** By how much the log-odds of L3 may rise before the fused score is 50. */
function roomOf(fusion: Model["mail"]["fusion"], form: number, odds: number): number {
  const { bias, layers } = fusion;
  return -(bias + layers[0] * logOdds(form / 100, 0)) / layers[2] - odds;
}

function shiftAllowed(rooms: readonly number[]): number {
  const sorted = rooms.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * FALSE_POSITIVES)] ?? 0;
}
