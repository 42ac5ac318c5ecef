import { createHash } from "node:crypto";
import { readOwn } from "../../train/read-own.ts";
import { readPublic } from "../../train/read-public.ts";
import { isOwn, type Sample } from "../../train/samples.ts";
import { crossValidate, type Held } from "../../train/train-text.ts";
import { MAIL, SHORT } from "../../train/text-kinds.ts";
import { DOUBTFUL } from "./doubtful.ts";
import { atFalsePositives, percent } from "./measures.ts";

const LIMITS = [0.001, 0.002, 0.003, 0.005, 0.007];
const SOURCE_LIMITS = [0.003, 0.01, 0.03];
const SHOWN = 10;

/**
 * Judges all public messages, with the validation part, each by a model of its own fold that saw
 * neither it nor a near-duplicate. The committed model is made the same way from all of them, so it can
 * be expected to do this well, or a little better.
 */
export function printFolds(folder: string): void {
  const own = readOwn();
  print("public SMS", crossValidate([...readPublic(folder, "sms"), ...own], SHORT));
  print("public mail", crossValidate([...readPublic(folder, "mail"), ...own], MAIL));
}

/**
 * Clean and bad sets that are left out together: a model that has seen only one side of a source learns
 * the source.
 */
const PARTS: Readonly<Record<string, string>> = {
  "spamassassin/easy-ham-1": "easy-ham-1 and spam-1",
  "spamassassin/spam-1": "easy-ham-1 and spam-1",
  "spamassassin/easy-ham-2": "easy-ham-2 and spam-2",
  "spamassassin/spam-2": "easy-ham-2 and spam-2",
  "spamassassin/hard-ham-1": "hard-ham-1 and nazario",
  nazario: "hard-ham-1 and nazario",
};
const partOf = (sample: Sample) => (isOwn(sample) ? undefined : (PARTS[sample.set] ?? sample.set));

/**
 * Judges public messages by models that have seen nothing of the sets they come from, each part by
 * itself.
 */
export function printSources(folder: string): void {
  const own = readOwn();
  for (const [kind, text] of [
    ["sms", SHORT],
    ["mail", MAIL],
  ] as const) {
    const rows = crossValidate([...readPublic(folder, kind), ...own], text, partOf);
    console.log(`public ${kind}, each part judged by a model that has seen nothing of it (L3):`);
    const parts = Map.groupBy(rows, ({ sample }) => partOf(sample) ?? "");
    console.table(
      [...parts].flatMap(([part, inside]) =>
        SOURCE_LIMITS.map((limit) => ({
          part,
          clean: inside.filter(({ bad }) => !bad).length,
          bad: inside.filter(({ bad }) => bad).length,
          ...line("L3", inside, limit, ({ margin }) => margin),
        })),
      ),
    );
  }
}

function print(name: string, all: readonly Held[]): void {
  const rows = all.filter(({ sample }) => !isOwn(sample));
  const clean = rows.filter(({ bad }) => !bad);
  console.log(
    `${name}, cross-validated over the whole public data (${clean.length} clean, ${rows.length - clean.length} bad; models of five folds, not the committed one)`,
  );
  printLimits(rows);
  const sure = rows.filter(({ sample }) => !DOUBTFUL.has(idOf(sample)));
  if (sure.length < rows.length) {
    console.log(`The same without ${rows.length - sure.length} messages whose label reads wrong:`);
    printLimits(sure);
  }
  console.log(
    "The clean messages that cost the strict limits most, by hash, and how many of the bad score lower:",
  );
  const bad = rows.filter((row) => row.bad);
  console.table(
    [...clean]
      .sort((a, b) => b.odds - a.odds)
      .slice(0, SHOWN)
      .map((row) => ({
        id: idOf(row.sample),
        set: row.sample.set,
        above: percent(bad.filter(({ odds }) => odds < row.odds).length / bad.length),
      })),
  );
}

function printLimits(rows: readonly Held[]): void {
  console.table(
    LIMITS.flatMap((limit) => [
      line("L3", rows, limit, (row) => row.margin),
      line("L1+L3", rows, limit, (row) => row.odds),
    ]),
  );
}

function line(by: string, rows: readonly Held[], limit: number, score: (row: Held) => number) {
  const { recall, f1, fpr } = atFalsePositives(rows, limit, score);
  return {
    by,
    limit: percent(limit),
    fpr: percent(fpr, 2),
    recall: percent(recall),
    f1: f1.toFixed(3),
  };
}

function idOf({ message }: Sample): string {
  return createHash("sha256").update(message.body).digest("hex").slice(0, 12);
}
