import details from "./detail-words.es.txt";
import { inBoth, type Language } from "./language.ts";
import { patternsOf, sayByPattern } from "./say-by-pattern.ts";

/** The messages of rules about a field. */
const spanish = patternsOf(details);

const general = inBoth(
  { fits: "This does not fit. See the note above." },
  { fits: "No encaja. Vea la nota de arriba." },
);

/** The detail of a refusal in the reader's language; an unknown one has a general text. */
export function sayDetail(language: Language, message: string): string {
  const said = message.replace(/^(repeats entry )(\d+)$/, countFromOne);
  if (said === "") return general[language].fits;
  if (language === "en") return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
  return sayByPattern(spanish(), said) ?? general.es.fits;
}

/** Forms count entries from one, programs from zero. */
function countFromOne(_: string, before: string, at: string): string {
  return `${before}${Number(at) + 1}`;
}
