import type { Language } from "../frame/language.ts";
import { sayByPattern } from "../frame/say-by-pattern.ts";
import { SPANISH_FEED_FAULTS } from "./feed-fault-words.ts";

/** The fault of a line or a feed; an unknown one is said in the words of the API. */
export function sayFeedFault(language: Language, english: string): string {
  if (language === "en") return english;
  return sayByPattern(SPANISH_FEED_FAULTS, english) ?? english;
}
