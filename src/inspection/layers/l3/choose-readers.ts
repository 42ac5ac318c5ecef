import { detectLanguage, UNDETERMINED } from "../../language/detect.ts";
import { LANGUAGES, type LanguageModel } from "../../model/open-model.ts";
import type { Reading } from "../../reading/read-message.ts";
import { withoutLinks } from "./without-links.ts";

/** Catalan and Galician are read as the languages that the main weights know, which they resemble. */
const KNOWN: readonly string[] = ["es", "pt", "en", "ca", "gl"];
const FOREIGN: ReadonlySet<string> = new Set(LANGUAGES.filter((lang) => !KNOWN.includes(lang)));
const ASKED: ReadonlySet<string> = new Set(["es", "pt", "en"]);
const FEWEST_LETTERS = 8;
const MOST_LATIN_SHARE = 0.2;
const PIECE = 120;
/** A text of these characters alone has only Latin letters. */
const ONLY_LATIN = /^[\0-\u024f\u2000-\u20cf]*$/;

/** How a message is read: by the main weights, by those for other languages, or by the stricter. */
export type Readers = "main" | "foreign" | "both";

/**
 * Tells by which weights a message is judged. Some words in another language must not spare one that is
 * for the rest in Spanish, Portuguese or English: it gets the stricter of both answers.
 */
export function chooseReaders(model: LanguageModel, reading: Reading, lang: string): Readers {
  if (lang !== UNDETERMINED && !FOREIGN.has(lang)) return "main";
  const text = `${reading.message.subject ?? ""}\n${withoutLinks(reading, " ", " ")}`;
  if (lang === UNDETERMINED && !isOfOtherScript(text)) return "main";
  return hasKnownPiece(model, text) ? "both" : "foreign";
}

function isOfOtherScript(text: string): boolean {
  if (ONLY_LATIN.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters >= FEWEST_LETTERS && latin < letters * MOST_LATIN_SHARE;
}

function hasKnownPiece(model: LanguageModel, text: string): boolean {
  for (let at = 0; at < text.length; at += PIECE)
    if (ASKED.has(detectLanguage(model, text.slice(at, at + PIECE)))) return true;
  return false;
}
