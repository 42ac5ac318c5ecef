import { LOOK_ALIKES } from "../../model/look-alikes.ts";
import { readMessage, type Message, type Reading } from "../../reading/read-message.ts";
import { UNBROKEN } from "../../reading/unbroken.ts";
import type { Classification } from "./classify.ts";

/** The highest score for words that the model cannot know: the last that flags nothing by itself. */
export const MOST_UNFAMILIAR = 93;
/** From so many Latin letters on, those of a mail in another script are judged too: a signature has fewer. */
const ENOUGH_LATIN = 150;
/** From so many on a subject without other letters says something: "Your account is closed". */
const ENOUGH_OF_SUBJECT = 12;
/** The share of letters that imitate no Latin one. Words disguised by look-alikes have none. */
const LEAST_UNLIKE = 0.05;
const LINK = /(?:https?:\/\/|www\.|@)[!-~]+/gi;
const ONLY_LATIN = /^[\0-\u024f\u2000-\u20cf]*$/;
const LATIN = /\p{sc=Latin}/gu;
/** Each says about as much as a word of so many letters. */
const WORDS = new RegExp(UNBROKEN, "gv");
const LETTERS_OF_WORD = 4;
const OTHER = /[\p{L}--\p{sc=Latin}]/gv;

/**
 * Whether a mail is in another script than Latin. Nearly all such mails that the model was trained with
 * were bad, so it takes the script itself for a sign. Hidden text does not make a script.
 */
export function isOtherScript({ message, text, unhidden }: Reading): boolean {
  const shown = unhidden?.reading.text ?? text;
  if (message.channel !== "email" || ONLY_LATIN.test(shown)) return false;
  const words = withoutLinks(shown);
  const others = words.match(OTHER) ?? [];
  const unlike = others.filter((letter) => !LOOK_ALIKES.has(letter.codePointAt(0) ?? 0));
  const weight = others.length + (LETTERS_OF_WORD - 1) * countOf(WORDS, words);
  return weight > latinIn(words) && unlike.length >= others.length * LEAST_UNLIKE;
}

/**
 * What can be judged of a mail in another script: its Latin words, if there are enough, and its subject
 * by itself, if that is Latin. Together a signature would speak against the subject.
 */
export function latinPartsOf({ message, text }: Reading): Reading[] {
  const { subject = "", body } = message;
  const bare = (written: string) => written.replace(OTHER, "");
  const parts: Message[] = [];
  if (latinIn(withoutLinks(text)) >= ENOUGH_LATIN) {
    parts.push({ ...message, subject: bare(subject), body: bare(body) });
  }
  if (latinIn(subject) >= ENOUGH_OF_SUBJECT && bare(subject) === subject) {
    parts.push({ ...message, body: subject });
  }
  return parts.map(readMessage);
}

/** An answer that is no more than a doubt. */
export function asDoubt({ probabilities, score, lang }: Classification): Classification {
  const { spam, phishing } = probabilities;
  const most = Math.min(score, MOST_UNFAMILIAR);
  const share = most / 100 / (spam + phishing);
  return {
    probabilities: { clean: 1 - most / 100, spam: spam * share, phishing: phishing * share },
    score: most,
    signals: ["unfamiliar_script"],
    lang,
  };
}

function withoutLinks(text: string): string {
  return text.replace(LINK, " ");
}

function latinIn(words: string): number {
  return countOf(LATIN, words);
}

function countOf(letters: RegExp, words: string): number {
  return words.match(letters)?.length ?? 0;
}
