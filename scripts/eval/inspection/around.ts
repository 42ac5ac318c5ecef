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

/** Prints what is flagged of mails as they are, and in honest surroundings that no training has seen. */
export function printAround(sets: Record<string, readonly Judged[]>): void {
  console.log("Mails in honest surroundings that no training has seen, flagged (score 50):");
  const lines = Object.entries(sets).map(([set, all]) => {
    const rows = all.filter(({ sample }) => sample.message.channel === "email");
    const [first] = rows;
    const flagged = (bad: boolean) => {
      const own = rows.filter((row) => row.bad === bad);
      const copies =
        first === undefined
          ? []
          : setAmongUnseen(own.map(({ sample }) => sample)).map((one) => judge(first.model, one));
      return { own: percent(shareOf(own)), around: percent(shareOf(copies), 2) };
    };
    const [clean, bad] = [flagged(false), flagged(true)];
    return {
      set,
      clean: clean.own,
      "clean around": clean.around,
      bad: bad.own,
      "bad around": bad.around,
    };
  });
  console.table(lines.filter((line) => line.bad !== "-"));
}

function shareOf(rows: readonly Judged[]): number {
  return rows.filter(({ score }) => score >= 0.5).length / rows.length;
}
