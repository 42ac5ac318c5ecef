import { UNDETERMINED } from "../../language/detect.ts";
import type { Reading } from "../../reading/read-message.ts";
import { UNBROKEN } from "../../reading/unbroken.ts";
import type { Classification } from "./classify.ts";

/** From ten letters and digits on a text is judged. */
const ENOUGH = /(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){10}/uy;
const NUMBER_ALONE = /^[\d\s()+./:-]*$/;
const WORD_BY_LETTER = new RegExp(UNBROKEN, "v");

/** The answer about a message that says too little: it weighs nothing. */
export const SAID_LITTLE: Classification = {
  probabilities: { clean: 1, spam: 0, phishing: 0 },
  score: 0,
  signals: ["skipped_short"],
  lang: UNDETERMINED,
};

/**
 * Whether a message is a thumb, a word or a telephone number and nothing else. The model would make
 * something up: bad messages are longer, or lead somewhere.
 */
export function saysLittle({ text, named, fetched, anchors, passwordField }: Reading): boolean {
  if (named.length > 0 || fetched.length > 0 || anchors.length > 0 || passwordField) return false;
  if (NUMBER_ALONE.test(text)) return true;
  ENOUGH.lastIndex = 0;
  return !ENOUGH.test(text) && !WORD_BY_LETTER.test(text);
}

/** What a classification weighs in the fusion: its score, or nothing. */
export function weightOf(text: Classification): number | undefined {
  return text === SAID_LITTLE ? undefined : text.score;
}
