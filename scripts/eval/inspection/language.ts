import { readLanguageLines } from "../../train/train-language.ts";
import { galicianSentences } from "../../train/read-own.ts";
import { detectLanguage } from "../../../src/inspection/language/detect.ts";
import { letterText } from "../../../src/inspection/language/grams.ts";
import { committed, type Judged } from "./judge.ts";
import { percent } from "./measures.ts";

const FEWEST_LETTERS = 20;

/**
 * Prints how often languages are right: on sentences and word pairs kept out of training (every fifth),
 * and on messages with a known language.
 */
export function printLanguage(folder: string | undefined, messages: readonly Judged[]): void {
  console.log("Language: right, undetermined and wrong among texts of 20 letters and more");
  const held = (folder === undefined ? [] : readLanguageLines(folder)).filter(
    (_, i) => i % 5 === 0,
  );
  const galician = galicianSentences()
    .filter((_, i) => i % 5 === 0)
    .map((text) => ({ lang: "gl", text }));
  const sets: Record<string, { lang: string; text: string }[]> = {};
  for (const line of [...held, ...galician]) {
    const kind = line.text.split(" ").length <= 2 ? "word pairs" : line.lang;
    (sets[kind] ??= []).push(line);
  }
  for (const { sample } of messages)
    (sets[`${sample.set}, ${sample.lang}`] ??= []).push({
      lang: sample.lang ?? "en",
      text: sample.message.body,
    });
  console.table(Object.entries(sets).map(([set, lines]) => ({ set, ...count(lines) })));
}

function count(lines: readonly { lang: string; text: string }[]) {
  const long = lines.filter(({ text }) => letterText(text).letters >= FEWEST_LETTERS);
  const found = long.map(({ lang, text }) => ({
    lang,
    got: detectLanguage(committed.language, text),
  }));
  const right = found.filter(({ lang, got }) => lang === got).length;
  const und = found.filter(({ got }) => got === "und").length;
  return {
    texts: long.length,
    right: percent(right / long.length),
    und: percent(und / long.length),
    wrong: percent((long.length - right - und) / long.length),
  };
}
