import type { Language } from "../frame/language.ts";
import { patternsOf, sayByPattern } from "../frame/say-by-pattern.ts";
import faults from "./feed-faults.es.txt";

/** The faults of a feed. */
const spanish = patternsOf(faults);

const NEXT_LINE = / (?=Line \d+: )/;

/**
 * The fault of a line, or of a feed with the first lines to blame; an unknown one is said in the words
 * of the API.
 */
export function sayFeedFault(language: Language, english: string): string {
  if (language === "en") return english;
  const said = english
    .split(NEXT_LINE)
    .map((part) => sayByPattern(spanish(), part) ?? sayLine(part));
  return said.join(" ");
}

function sayLine(part: string): string {
  const [, line, fault = ""] = /^Line (\d+): (.+)$/s.exec(part) ?? [];
  if (line === undefined) return part;
  return `Línea ${line}: ${sayByPattern(spanish(), fault) ?? fault}`;
}
