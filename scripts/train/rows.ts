import { EVASIONS, perturb } from "./perturb.ts";
import { pick, seeded } from "./random.ts";
import type { Sample } from "./samples.ts";
import type { TextKind } from "./text-kinds.ts";
import { vectorsOf, type Vector } from "./vectors.ts";

const EVADED_SHARE = { clean: 0.08, spam: 0.6, phishing: 0.6 } as const;
const EVADED_WEIGHT = 0.5;
const SEED = 4711;

export interface Row {
  sample: Sample;
  vector: Vector;
  weight: number;
  /** A disguised copy, which takes part in fitting and never in calibration. */
  copy: boolean;
}

/** The samples as vectors, with disguised copies of some of them. */
export function rowsOf(samples: readonly Sample[], { takes, bits }: TextKind): Row[] {
  const random = seeded(SEED);
  const all: Omit<Row, "vector">[] = [];
  for (const sample of samples) {
    if (!takes(sample.message.channel)) continue;
    all.push({ sample, weight: 1, copy: false });
    if (random() >= EVADED_SHARE[sample.label]) continue;
    const message = perturb(sample.message, pick(random, EVASIONS), random);
    all.push({ sample: { ...sample, message }, weight: EVADED_WEIGHT, copy: true });
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

export function isBad(row: Row): boolean {
  return row.sample.label !== "clean";
}
