import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTextFiles } from "./dev/read-text-files.ts";
import { findSharedData, saySkipped } from "./find-shared-data.ts";
import { takeArguments } from "./instance/take-arguments.ts";
import { openModel, type Language } from "../src/inspection/model/open-model.ts";
import type { Sample } from "./train/samples.ts";
import type { Line } from "./train/train-language.ts";
import type { ForeignFit } from "./train/train-foreign.ts";
import type { TextFit } from "./train/train-text.ts";

const FILE = join(import.meta.dirname, "../src/inspection/model/weights.bin");
const GALICIAN_TURNS = 25;
const LIMITS = [0.001, 0.003, 0.007];

const USAGE = `npm run train [-- --other-languages]

  Trains the models of the inspection on the public data (RAMPART_SHARED_DATA), which takes minutes,
  and writes them into src/inspection/model/weights.bin.

  --other-languages  trains only the weights for other languages, in seconds; all others stay`;

const { switches } = takeArguments(USAGE, { switches: ["other-languages"] });
const folder = findSharedData("messages");
if (folder === undefined) {
  console.log(saySkipped("the training", "messages"));
  process.exit(0);
}

// All that trains, which is not needed to show the usage.
readTextFiles();
const { atFalsePositives, percent } = await import("./eval/inspection/measures.ts");
const { galicianSentences, readOtherScenarios } = await import("./train/read-own.ts");
const { readPublic } = await import("./train/read-public.ts");
const { readSamples } = await import("./train/read-samples.ts");
const { isOwn } = await import("./train/samples.ts");
const { MAIL, SHORT } = await import("./train/text-kinds.ts");
const { readLanguageLines, trainLanguage } = await import("./train/train-language.ts");
const { trainForeign } = await import("./train/train-foreign.ts");
const { trainText } = await import("./train/train-text.ts");
const { modelFile, withForeign } = await import("./train/write-model.ts");

const started = performance.now();
const file = switches.has("other-languages")
  ? new Uint8Array(readFileSync(FILE))
  : trainMain(folder);
const model = openModel(file.slice().buffer);
const foreign = [...readOtherScenarios(), ...readPublic(folder, "mail")];
const fits = [trainForeign(model, foreign, "short"), trainForeign(model, foreign, "mail")] as const;
console.log(`other languages: ${seconds()} s`);
for (const { held } of fits) printForeign(held);
const whole = withForeign(file, ...fits);
writeFileSync(FILE, whole);
console.log(`weights: ${whole.length} bytes`);

/** Trains the weights for the languages of the product, and of the language detection. */
function trainMain(from: string): Uint8Array {
  // All data, so that the shipped model has learned the most; `npm run eval` trains one without the
  // validation part.
  const training = readSamples(from);
  console.log(`${training.length} training messages`);
  const short = trainText(training, SHORT);
  console.log(`short messages: ${seconds()} s; fusion ${show(short.fusion)}`);
  printHeld(short);
  const mail = trainText(training, MAIL);
  console.log(`mail: ${seconds()} s; fusion ${show(mail.fusion)}`);
  printHeld(mail);
  const language = trainLanguage(languageLines(from, training));
  console.log(`language: ${seconds()} s`);
  return modelFile(short, mail, language);
}

function languageLines(from: string, samples: readonly Sample[]): Line[] {
  const short = samples
    .filter((sample) => sample.message.channel !== "email" || isOwn(sample))
    .map((sample): Line => ({
      lang: (sample.lang ?? "en") as Language,
      text: sample.message.body,
    }));
  const galician = galicianSentences().map((text): Line => ({ lang: "gl", text }));
  return [
    ...readLanguageLines(from).filter((_, i) => i % 5 !== 0),
    ...short,
    ...repeated(galician.filter((_, i) => i % 5 !== 0)),
  ];
}

/**
 * Repeats the Galician lines: there are a few dozen of them beside thousands of others. Each repetition
 * is cut at another place.
 */
function repeated(lines: readonly Line[]): Line[] {
  return Array.from({ length: GALICIAN_TURNS }, () => lines).flat();
}

/**
 * Prints how well messages are judged by models of other folds, as the committed model would judge a
 * message that it has not seen.
 */
function printHeld({ held }: TextFit): void {
  const open = held.filter(({ sample }) => !isOwn(sample));
  for (const limit of LIMITS) {
    const { recall, f1, fpr } = atFalsePositives(open, limit, ({ odds }) => odds);
    console.log(
      `  cross-validated, public: recall ${percent(recall)}, F1 ${f1.toFixed(3)} at ${percent(fpr, 2)} false positives`,
    );
  }
}

function printForeign(held: ForeignFit["held"]): void {
  const flagged = (bad: boolean, of: (sample: Sample) => boolean) => {
    const rows = held.filter((row) => row.bad === bad && of(row.sample));
    return `${rows.filter(({ odds }) => odds >= 0).length} of ${rows.length}`;
  };
  const line = (name: string, of: (sample: Sample) => boolean) =>
    console.log(
      `  cross-validated, ${name}: flagged ${flagged(false, of)} clean, ${flagged(true, of)} bad`,
    );
  line("scenarios", isOwn);
  line("public", (sample) => !isOwn(sample));
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

function show(values: readonly number[]): string {
  return values.map((value) => value.toFixed(3)).join(", ");
}
