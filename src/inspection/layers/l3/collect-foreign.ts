import { fold } from "../../model/fold.ts";
import { HASH_START, hashText, mix } from "../../model/hash.ts";
import type { Reading } from "../../reading/read-message.ts";
import { CHARACTERS, FORM, LAYOUT, SUBJECT, WORDS, type Collector } from "./collector.ts";
import { capitalsIn, formOf } from "./form.ts";
import { layoutOf } from "./layout.ts";
import { readWords } from "./read-words.ts";
import { MAX_SUBJECT, withoutLinks } from "./without-links.ts";

const MAX_GRAMS = 3_000;
const MAX_WORDS = 500;
const LONGEST_GRAM = 3;
const GRAM_SEED = 0x3f84d5b5;
const PAIR_SEED = 0x5851f42d;
const SUBJECT_SEED = 0x14057b7e;
const DIGIT = /\p{Nd}/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** The weights of the groups, in their order, as the study of 28 November chose them. */
const SHORT_SHARES = [0.7, 1.3, 0.6] as const;
const MAIL_SHARES = [0.3, 0.6, 0.6, 0.3, 0, 0, 0, 0, 0, 0, 0.5] as const;

/**
 * Fills the collector with the features by which a message in another language is judged: its words and
 * characters in whatever script, and how it is made.
 */
export function collectForeign(reading: Reading, into: Collector): void {
  const { message } = reading;
  const mail = message.channel === "email";
  const cut = withoutLinks(reading);
  into.begin(mail ? MAIL_SHARES : SHORT_SHARES);
  const text = evened(cut);
  into.enter(WORDS);
  collectWords(text, HASH_START, into);
  into.leave();
  into.enter(CHARACTERS);
  collectGrams(text, GRAM_SEED, into);
  into.leave();
  into.enter(FORM);
  const folded = fold(cut);
  const form = { folded, words: readWords(folded.toLowerCase()), capitals: capitalsIn(folded) };
  for (const name of formOf(reading, form)) into.add(hashText(name));
  into.leave();
  if (!mail) return;
  const subject = evened((message.subject ?? "").slice(0, MAX_SUBJECT));
  into.enter(SUBJECT);
  collectWords(subject, SUBJECT_SEED, into);
  collectGrams(subject, SUBJECT_SEED, into);
  into.leave();
  into.enter(LAYOUT);
  for (const name of layoutOf(reading)) into.add(hashText(name));
  into.leave();
}

function evened(text: string): string {
  return text.toLowerCase().replace(DIGIT, "0").replace(/\s+/g, " ");
}

function collectWords(text: string, seed: number, into: Collector): void {
  let before = 0;
  for (const word of (text.match(WORD) ?? []).slice(0, MAX_WORDS)) {
    let hash = seed;
    for (let i = 0; i < word.length; i++) hash = mix(hash, word.charCodeAt(i));
    into.add(mix(hash, PAIR_SEED));
    if (before !== 0) into.add(mix(mix(before, PAIR_SEED), hash));
    before = hash;
  }
}

function collectGrams(text: string, seed: number, into: Collector): void {
  const end = Math.min(text.length, MAX_GRAMS);
  for (let i = 0; i < end; i++) {
    let hash = seed;
    for (let k = i; k < end && k < i + LONGEST_GRAM; k++) {
      hash = mix(hash, text.charCodeAt(k));
      into.add(hash);
    }
  }
}
