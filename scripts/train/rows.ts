import { cleanSentences, pad } from "./pad.ts";
import { perturb } from "./perturb.ts";
import { pick, seeded } from "./random.ts";
import { readAround } from "./read-around.ts";
import { isOwn, type Sample } from "./samples.ts";
import { surround } from "./surround.ts";
import { senderHosts, swapSender, type SenderHosts } from "./swap-sender.ts";
import type { TextKind } from "./text-kinds.ts";
import { vectorsOf, type Vector } from "./vectors.ts";

const COPY = { weight: 0.5, swapped: false };
const AROUND = { weight: 0.3, swapped: false };
/**
 * The share of copies in honest surroundings that come from a sender of the other side. Else a sender
 * would say more than the text, of which surroundings leave less.
 */
const AROUND_SWAPPED = 0.2;
const SEED = 4711;

export interface Row {
  sample: Sample;
  vector: Vector;
  weight: number;
  /** Whether it is a disguised copy, which takes part in fitting and never in calibration. */
  copy: boolean;
  /** Whether it is a copy from a sender of the other side. */
  swapped: boolean;
}

type Copy = Pick<Row, "sample" | "weight" | "swapped">;

/** Makes vectors of the samples, with disguised copies of some of them. */
export function rowsOf(samples: readonly Sample[], kind: TextKind): Row[] {
  const { bits, takes } = kind;
  const taken = samples.filter(({ message }) => takes(message.channel));
  const copiesOf = copier(taken, kind);
  const all = taken.flatMap((sample): Omit<Row, "vector">[] => [
    { sample, weight: 1, copy: false, swapped: false },
    ...copiesOf(sample).map((copy) => ({ ...copy, copy: true })),
  ]);
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

/** Gives a function that makes disguised copies of a message, by chance: of some messages none. */
function copier(samples: readonly Sample[], kind: TextKind) {
  const random = seeded(SEED);
  const sentences = cleanSentences(samples);
  const hosts = senderHosts(samples);
  const setAmong = surrounder(hosts);
  return (sample: Sample): Copy[] => {
    const { evasions, clean, bad, padded, swapped, surrounded } =
      kind.copies[isOwn(sample) ? "own" : "public"];
    const isClean = sample.label === "clean";
    const copies = setAmong(sample, surrounded);
    if (random() < (isClean ? clean : bad)) {
      const message = perturb(sample.message, pick(random, evasions), random);
      copies.push({ ...COPY, sample: { ...sample, message } });
    }
    if (swapped > 0 && random() < swapped)
      copies.push({ ...COPY, sample: swapSender(sample, hosts, random), swapped: true });
    if (isClean || padded === 0 || random() >= padded) return copies;
    return [...copies, { ...COPY, sample: pad(sample, sentences, random) }];
  };
}

/** Gives a function that makes copies in honest surroundings, so many for each message on average. */
function surrounder(hosts: SenderHosts) {
  const random = seeded(SEED);
  const write = readAround();
  return (sample: Sample, times: number): Copy[] => {
    const count = Math.floor(times + (times === 0 ? 0 : random()));
    return Array.from({ length: count }, () => {
      const isSwapped = isOwn(sample) && random() < AROUND_SWAPPED;
      const from = isSwapped ? swapSender(sample, hosts, random) : sample;
      return { ...AROUND, sample: surround(from, write, random) };
    });
  };
}

/** Drops features that only one group has: they tell that group and nothing of the class. */
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
