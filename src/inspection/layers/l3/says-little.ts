import { UNDETERMINED } from "../../language/detect.ts";
import { countLetters } from "../../reading/count-letters.ts";
import type { Reading } from "../../reading/read-message.ts";
import { UNBROKEN } from "../../reading/unbroken.ts";
import { isHtml } from "../../reading/visible-text.ts";
import type { Classification } from "./classify.ts";

/** From ten letters and digits on a text is judged. */
const ENOUGH = /(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){10}/uy;
/** More is written than in a thumb or a number: a code may be drawn with blocks. */
const MUCH = /(?:\s*\S){41}/uy;
/** What shows a picture or a form in a mail, also in a style that hides this from a filter. */
const SHOWS =
  /<(?:i?frame|image|img|input|form|object|embed|picture|svg|video)[\s/>]|background\s*=|url\(|image-set\(|\\|&#/i;
/** So many tags are a picture: a table with a cell for each point. */
const DRAWN_FROM = 100;
const LONGEST_NAME = 40;
const NUMBER_IN_NAME = /(?:\d[^\p{L}\d]{0,3}){6}/u;
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
export function saysLittle(reading: Reading): boolean {
  const { message, text, named, fetched, anchors, passwordField } = reading;
  // Nearly every message ends here, before its markup is searched.
  MUCH.lastIndex = 0;
  if (MUCH.test(text)) return false;
  if (named.length > 0 || fetched.length > 0 || anchors.length > 0 || passwordField) return false;
  if (message.channel === "email" && (showsMore(message.body) || isText(message.sender)))
    return false;
  if (NUMBER_ALONE.test(text)) return true;
  ENOUGH.lastIndex = 0;
  return !ENOUGH.test(text) && !WORD_BY_LETTER.test(text);
}

/** Whether a mail brings a picture along or draws one, which may be all that it is about. */
function showsMore(body: string): boolean {
  return isHtml(body) && (SHOWS.test(body) || body.split("<", DRAWN_FROM).length === DRAWN_FROM);
}

/** Whether what stands for the sender's name may be the message. */
function isText(sender: string): boolean {
  const name = sender.split(/\s+/).filter((word) => !word.includes("@"));
  return countLetters(name.join("")) > LONGEST_NAME || NUMBER_IN_NAME.test(name.join(" "));
}

/** What a classification weighs in the fusion: its score, or nothing. */
export function weightOf(text: Classification): number | undefined {
  return text === SAID_LITTLE ? undefined : text.score;
}
