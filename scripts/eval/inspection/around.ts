import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setAround } from "../../train/surround.ts";
import type { Sample } from "../../train/samples.ts";
import { judge, type Judged } from "./judge.ts";
import { percent } from "./measures.ts";

const FILE = join(import.meta.dirname, "../../../corpus/around-unseen.jsonl");

/** Honest words around a mail, written for judging alone. */
export interface Around {
  lang: string;
  before?: string;
  behind?: string;
  /** Whether it is an answer that quotes the mail. */
  marks?: boolean;
}

export function readUnseenAround(): Around[] {
  return readFileSync(FILE, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Around);
}

/** Makes copies of mails in surroundings of their language: every `step`-th of all pairs. */
export function setAmongUnseen(samples: readonly Sample[], step = 1): Sample[] {
  const around = readUnseenAround();
  const mails = samples.filter(({ message }) => message.channel === "email");
  const pairs = mails.flatMap((sample) =>
    around.filter(({ lang }) => lang === sample.lang).map((each) => [sample, each] as const),
  );
  return pairs
    .filter((_, i) => i % step === 0)
    .map(([sample, { before, behind, marks }]) => {
      const { message } = sample;
      const body = setAround(message.body, before, behind, marks);
      return { ...sample, message: { ...message, body } };
    });
}

/** Of large sets every eleventh pair is judged: languages have 13 or 14 surroundings each. */
const MANY = 500;
const STEP = 11;

/** Prints what is flagged of mails as they are, and in honest surroundings that no training has seen. */
export function printAround(sets: Record<string, readonly Judged[]>): void {
  console.log("Mails in honest surroundings that no training has seen, flagged (score 50):");
  const lines = Object.entries(sets).map(([set, rows]) => {
    const mails = rows.filter(({ sample }) => sample.message.channel === "email");
    const [clean, bad] = [false, true].map((is) => mails.filter((row) => row.bad === is));
    return {
      set,
      clean: percent(flaggedOf(clean ?? []), 2),
      "clean around": percent(flaggedOf(aroundOf(clean ?? [])), 2),
      bad: percent(flaggedOf(bad ?? [])),
      "bad around": percent(flaggedOf(aroundOf(bad ?? []))),
    };
  });
  console.table(lines.filter((line) => line.bad !== "-"));
}

function aroundOf(rows: readonly Judged[]): Judged[] {
  const [first] = rows;
  if (first === undefined) return [];
  const samples = rows.map(({ sample }) => sample);
  const copies = setAmongUnseen(samples, rows.length > MANY ? STEP : 1);
  return copies.map((copy) => judge(first.model, copy));
}

function flaggedOf(rows: readonly Judged[]): number {
  return rows.filter(({ score }) => score >= 0.5).length / rows.length;
}
