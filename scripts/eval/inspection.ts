import type { Evaluation } from "./evaluation.ts";
import { printAround } from "./inspection/around.ts";
import { printEvasion } from "./inspection/evasion.ts";
import { printFolds, printSources } from "./inspection/folds.ts";
import { committed, judge, type Judged } from "./inspection/judge.ts";
import { judgeValidation, NO_VALIDATION } from "./inspection/judge-validation.ts";
import { judgeOtherLanguages, NO_OTHER } from "./inspection/judge-other-languages.ts";
import { printLanguage } from "./inspection/language.ts";
import { atFalsePositives, percent, reliability, verdictsOf } from "./inspection/measures.ts";
import { printSpeed } from "./inspection/speed.ts";
import {
  OWN_LANGUAGES,
  readOtherLanguages,
  readPresentDay,
  readUnseen,
} from "../train/read-own.ts";
import { findSharedData, saySkipped } from "../find-shared-data.ts";

const verbose = process.argv.includes("--errors");
/** Trains ten models, which takes minutes. */
const folds = process.argv.includes("--folds");
/** Trains a model for every public set, without that set. */
const sources = process.argv.includes("--sources");

export const evaluation: Evaluation = {
  title: "L1 form and L3 statistics on messages kept out of training",
  run() {
    const present = readPresentDay().map((sample) => judge(committed, sample));
    const unseen = readUnseen().map((sample) => judge(committed, sample));
    const others = readOtherLanguages().map((sample) => judge(committed, sample));
    const folder = findSharedData("messages");
    if (folder === undefined)
      console.log(
        `${saySkipped("all but the present-day messages, the unseen mails and the messages in other languages", "messages")}\n`,
      );
    const { own, sms, mail } = folder === undefined ? NO_VALIDATION : judgeValidation(folder);
    const folded = folder === undefined ? NO_OTHER : judgeOtherLanguages(folder);
    if (folder !== undefined) {
      printLimits("public SMS", sms, [0.001, 0.003, 0.007]);
      printLimits("public mail", mail, [0.001, 0.003, 0.007]);
    }
    printLimits("present-day", present, [0.01, 0.02, 0.03]);
    printVerdicts({
      "public SMS": sms,
      "public mail": mail,
      ...byLanguage("own", own),
      ...byLanguage("present-day", present),
      "present-day, all": present,
      ...byLanguage("own mail, unseen", unseen),
      "own mail, unseen, all": unseen,
      "other languages, mail": others.filter(isMail),
      "other languages, SMS": others.filter((row) => !isMail(row)),
      "other languages, scenarios by folds, mail": folded.scenarios.filter(isMail),
      "other languages, scenarios by folds, SMS": folded.scenarios.filter((row) => !isMail(row)),
      "other languages, public mail by folds": folded.mail,
    });
    console.log("Reliability of the score, all validation and present-day messages:");
    console.table(reliability([...sms, ...mail, ...own, ...present]));
    console.log("Reliability of the score in other languages, messages and scenarios by folds:");
    console.table(reliability([...others, ...folded.scenarios]));
    printEvasion({ "public SMS": sms, "public mail": mail, own, "present-day": present });
    printAround({ own, "present-day": present });
    printLanguage(folder, present);
    printSpeed(present);
    if (folds && folder !== undefined) printFolds(folder);
    if (sources && folder !== undefined) printSources(folder);
    if (verbose) for (const rows of [sms, mail, own, present, unseen, others]) printErrors(rows);
  },
};

const isMail = ({ sample }: Judged) => sample.message.channel === "email";

function byLanguage(name: string, rows: readonly Judged[]): Record<string, Judged[]> {
  return Object.fromEntries(
    OWN_LANGUAGES.map((lang) => [
      `${name}, ${lang}`,
      rows.filter((row) => row.sample.lang === lang),
    ]),
  );
}

function printLimits(name: string, rows: readonly Judged[], limits: number[]): void {
  console.log(`${name}: spam and phishing against clean, at a limit of false positives`);
  const line = (by: string, limit: number, score: (row: Judged) => number) => {
    const { recall, f1, fpr, threshold } = atFalsePositives(rows, limit, score);
    return {
      by,
      limit: percent(limit),
      fpr: percent(fpr, 2),
      recall: percent(recall),
      f1: f1.toFixed(3),
      threshold: threshold.toFixed(3),
    };
  };
  console.table(
    limits.flatMap((limit) => [
      line("L3", limit, (row) => row.l3),
      line("L1+L3", limit, (row) => row.score),
      line("as given", limit, (row) => Math.round(row.score * 100)),
    ]),
  );
}

function printVerdicts(sets: Record<string, Judged[]>): void {
  console.log("Verdicts as given (score 50):");
  const lines = Object.entries(sets).filter(([, rows]) => rows.length > 0);
  const shown = lines.map(([name, rows]) => {
    const { clean, bad, fpr, recall, f1, phishingF1 } = verdictsOf(rows);
    return {
      set: name,
      clean,
      bad,
      fpr: percent(fpr, 2),
      recall: percent(recall),
      f1: f1.toFixed(3),
      phishingF1: phishingF1.toFixed(3),
    };
  });
  console.table(shown);
}

function printErrors(rows: readonly Judged[]): void {
  for (const row of rows.filter((each) => each.bad !== (each.verdict !== "clean"))) {
    const { message, label, set, lang } = row.sample;
    const text = `${message.subject ?? ""} ${message.body}`.replace(/\s+/g, " ").slice(0, 160);
    console.log(
      `${set} ${lang} ${label} -> ${row.verdict} ${row.score.toFixed(2)} l1 ${row.l1} l3 ${row.l3.toFixed(2)} | ${text}`,
    );
  }
}
