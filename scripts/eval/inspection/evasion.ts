import { cleanSentences, pad } from "../../train/pad.ts";
import { EVASIONS, perturb } from "../../train/perturb.ts";
import { seeded, type Random } from "../../train/random.ts";
import type { Sample } from "../../train/samples.ts";
import { judge, type Judged } from "./judge.ts";
import { percent } from "./measures.ts";

const SEED = 7;

/** Prints the recall on bad messages as they are, and on copies disguised in each of the usual ways. */
export function printEvasion(sets: Record<string, Judged[]>): void {
  console.log("Recall under evasion (points lost against the plain messages):");
  const lines = Object.entries(sets).map(([name, rows]) => {
    const bad = rows.filter((row) => row.bad);
    const plain = share(bad);
    const losses = waysFor(rows).map(([way, disguise]) => {
      const random = seeded(SEED);
      const copies = bad.map(({ model, sample }) => judge(model, disguise(sample, random)));
      return [way, `${percent(share(copies))} (${((plain - share(copies)) * 100).toFixed(1)})`];
    });
    return { set: name, plain: percent(plain), ...Object.fromEntries(losses) };
  });
  console.table(lines.filter((line) => line.plain !== "-"));
}

type Disguise = (sample: Sample, random: Random) => Sample;

function waysFor(rows: readonly Judged[]): [name: string, disguise: Disguise][] {
  const sentences = cleanSentences(rows.map(({ sample }) => sample));
  const ways = EVASIONS.map((evasion): [string, Disguise] => [
    evasion,
    (sample, random) => ({ ...sample, message: perturb(sample.message, evasion, random) }),
  ]);
  return [...ways, ["padded", (sample, random) => pad(sample, sentences, random)]];
}

function share(rows: readonly Judged[]): number {
  return rows.filter((row) => row.verdict !== "clean").length / rows.length;
}
