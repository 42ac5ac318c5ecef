import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { logOdds } from "../../src/inspection/model/fuse.ts";
import type { Channel } from "../../src/inspection/layers/l1/read-message.ts";
import { fitLogistic } from "./fit-logistic.ts";
import { fitMargin, type Example, type Fitted } from "./fit-margin.ts";
import { EVASIONS, perturb } from "./perturb.ts";
import { pick, seeded } from "./random.ts";
import { bucketOf, type Sample } from "./samples.ts";
import { dot, vectorsOf, type Vector } from "./vectors.ts";

const FOLDS = 5;
const COST = 2;
const EVADED_SHARE = { clean: 0.08, spam: 0.6, phishing: 0.6 } as const;
const EVADED_WEIGHT = 0.5;
const OTHER_CHANNEL_WEIGHT = 0.1;
const SEED = 4711;

export interface TextFit {
  bits: number;
  bad: Fitted;
  phishing: Fitted;
  badPlatt: number[];
  phishingPlatt: number[];
  /** Weight of L1, weight of L3, bias. */
  fusion: number[];
  /** The margins of public training messages, each from a machine that had not seen it. */
  held: { bad: boolean; margin: number }[];
}

interface Row {
  sample: Sample;
  vector: Vector;
  weight: number;
  /** A disguised copy, which takes part in fitting and never in calibration. */
  copy: boolean;
}

export function trainText(
  samples: readonly Sample[],
  own: (channel: Channel) => boolean,
  bits: number,
): TextFit {
  const rows = withCopies(samples, own, bits);
  const outside = outOfFold(rows, own, bits);
  const badPlatt = fitLogistic(outside.map(({ row, bad }) => point([bad], isBad(row), row.weight)));
  const phishingPlatt = fitLogistic(
    outside
      .filter(({ row }) => isBad(row))
      .map(({ row, phishing }) => point([phishing], row.sample.label === "phishing", row.weight)),
  );
  const [slope = 1, offset = 0] = badPlatt;
  const fusion = fitLogistic(
    outside.map(({ row, bad }) => {
      const l3 = 1 / (1 + Math.exp(-(slope * bad + offset)));
      return point(
        [logOdds(scoreForm(row.sample.message).score / 100, 0), logOdds(l3, 2)],
        isBad(row),
        row.weight,
      );
    }),
  );
  const held = outside
    .filter(({ row }) => row.sample.set !== "own")
    .map(({ row, bad }) => ({ bad: isBad(row), margin: bad }));
  return { bits, ...fitBoth(rows, bits), badPlatt, phishingPlatt, fusion, held };
}

function withCopies(
  samples: readonly Sample[],
  own: (channel: Channel) => boolean,
  bits: number,
): Row[] {
  const random = seeded(SEED);
  const all: Omit<Row, "vector">[] = [];
  for (const sample of samples) {
    const weight = own(sample.message.channel) ? 1 : OTHER_CHANNEL_WEIGHT;
    all.push({ sample, weight, copy: false });
    if (random() >= EVADED_SHARE[sample.label]) continue;
    const message = perturb(sample.message, pick(random, EVASIONS), random);
    all.push({ sample: { ...sample, message }, weight: weight * EVADED_WEIGHT, copy: true });
  }
  const vectors = vectorsOf(
    all.map(({ sample }) => sample.message),
    bits,
  );
  const rows = all.flatMap((row, i) => {
    const vector = vectors[i];
    return vector === undefined ? [] : [{ ...row, vector }];
  });
  forgetLoners(rows, bits);
  return rows;
}

/** A feature that one group alone has tells that group, and nothing of the class. */
function forgetLoners(rows: readonly Row[], bits: number): void {
  const first = new Map<number, string>();
  const shared = new Uint8Array(1 << bits);
  for (const { sample, vector } of rows)
    for (const id of vector.ids) {
      const group = first.get(id);
      if (group === undefined) first.set(id, sample.group);
      else if (group !== sample.group) shared[id] = 1;
    }
  for (const { vector } of rows)
    vector.ids.forEach((id, i) => (shared[id] === 1 ? 0 : (vector.values[i] = 0)));
}

function fitBoth(rows: readonly Row[], bits: number): { bad: Fitted; phishing: Fitted } {
  const bad = rows.map((row): Example => ({
    vector: row.vector,
    side: isBad(row) ? 1 : -1,
    weight: row.weight,
  }));
  const kinds = rows.filter(isBad).map((row): Example => ({
    vector: row.vector,
    side: row.sample.label === "phishing" ? 1 : -1,
    weight: row.weight,
  }));
  return { bad: fitMargin(bad, bits, COST), phishing: fitMargin(kinds, bits, COST) };
}

interface Outside {
  row: Row;
  bad: number;
  phishing: number;
}

/** Every message of the channel judged by a machine that has not seen it; calibration is fitted on these alone. */
function outOfFold(
  rows: readonly Row[],
  own: (channel: Channel) => boolean,
  bits: number,
): Outside[] {
  const found: Outside[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const inside = (row: Row) => bucketOf(row.sample, "fold") % FOLDS !== fold;
    const { bad, phishing } = fitBoth(rows.filter(inside), bits);
    for (const row of rows) {
      if (inside(row) || row.copy || !own(row.sample.message.channel)) continue;
      found.push({
        row,
        bad: dot(bad.weights, row.vector) + bad.bias,
        phishing: dot(phishing.weights, row.vector) + phishing.bias,
      });
    }
  }
  return found;
}

function point(inputs: number[], target: boolean, weight: number) {
  return { inputs, target: target ? 1 : 0, weight };
}

function isBad(row: Row): boolean {
  return row.sample.label !== "clean";
}
