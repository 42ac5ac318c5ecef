import { fold } from "../../model/fold.ts";
import { HASH_START, hashText, mix } from "../../model/hash.ts";
import type { Reading } from "../../reading/read-message.ts";
import { withoutFreeMailbox } from "../l1/sender.ts";
import { cleanMail } from "./clean-mail.ts";
import {
  ADDRESS,
  CHARACTERS,
  EDGES,
  FORM,
  LAYOUT,
  NAME,
  NUMBERS,
  ORIGIN,
  SUBJECT,
  TITLE,
  TOKENS,
  WORDS,
  type Collector,
} from "./collector.ts";
import { capitalsIn, formOf, SHOUTED } from "./form.ts";
import { layoutOf } from "./layout.ts";
import { collectNumbers } from "./numbers.ts";
import { addressOf, originOf } from "./origin.ts";
import { readWords, type Words } from "./read-words.ts";
import { collectTokens } from "./tokens.ts";
import { MAX_SUBJECT, withoutLinks } from "./without-links.ts";

const SHORTEST_GRAM = 3;
const LONGEST_GRAM = 5;
const PAIR_SEED = 0x51ed270b;
const GRAM_SEED = 0x1b873593;
const SUBJECT_SEED = 0x2545f491;
const TITLE_SEED = 0x2468ace1;
const SENDER_SEED = 0x4cf5ad43;
const HEAD_SEED = 0x27220a95;
const TAIL_SEED = 0x165667b1;
const MAX_SENDER = 80;
const HAS_HOST = /@\w/;
const HEAD_WORDS = 40;
const TAIL_WORDS = 60;

/** The weights of the groups, in their order, chosen by cross-validation within the training part. */
const SHORT_SHARES = [0.7, 1.3, 0.6, 0, 0, 0, 1.4, 0, 0, 0, 0, 0.7] as const;
const MAIL_SHARES = [0.7, 1.3, 0.6, 0.5, 0.5, 0.8, 1.2, 0.6, 0.6, 0.5, 0.5, 0] as const;

/** Fills the collector with the message's features. */
export function collect(reading: Reading, into: Collector): void {
  const mail = reading.message.channel === "email";
  const cut = withoutLinks(reading);
  const folded = fold(mail ? cleanMail(cut) : cut);
  const small = folded.toLowerCase();
  const words = readWords(small);
  const capitals = capitalsIn(folded);
  into.begin(mail ? MAIL_SHARES : SHORT_SHARES);
  into.enter(WORDS);
  collectWords(words.hashes, 0, into);
  into.leave();
  into.enter(CHARACTERS);
  collectGrams(words, into);
  into.leave();
  into.enter(FORM);
  for (const name of formOf(reading, { folded, words, capitals })) into.add(hashText(name));
  into.leave();
  if (mail) return collectMail(withoutMailbox(reading), words.hashes, into);
  into.enter(TOKENS);
  collectTokens(capitals >= SHOUTED ? small : folded, into);
  into.leave();
  into.enter(NUMBERS);
  collectNumbers(folded, into);
  into.leave();
}

/**
 * Removes a free mailbox from the sender. In the training texts nearly all mails from free mailboxes
 * are bad, but in real life they are not.
 */
function withoutMailbox(reading: Reading): Reading {
  const { message } = reading;
  return { ...reading, message: { ...message, sender: withoutFreeMailbox(message.sender) } };
}

function collectMail(reading: Reading, words: readonly number[], into: Collector): void {
  const subject = (reading.message.subject ?? "").slice(0, MAX_SUBJECT);
  into.enter(SUBJECT);
  collectWords(readWords(fold(subject).toLowerCase()).hashes, SUBJECT_SEED, into);
  into.leave();
  into.enter(TITLE);
  collectTokens(subject, into, TITLE_SEED);
  into.leave();
  into.enter(ORIGIN);
  for (const name of originOf(reading)) into.add(hashText(name));
  into.leave();
  into.enter(TOKENS);
  collectTokens(reading.message.body, into);
  into.leave();
  collectSender(reading.message.sender, into);
  into.enter(EDGES);
  collectWords(words.slice(0, HEAD_WORDS), HEAD_SEED, into);
  collectWords(words.slice(-TAIL_WORDS), TAIL_SEED, into);
  into.leave();
  into.enter(LAYOUT);
  for (const name of layoutOf(reading)) into.add(hashText(name));
  into.leave();
}

/**
 * Collects name and address apart, so that the end of a name tells nothing of the address behind it.
 * What the address says is kept small, because anybody may have one of any ending.
 */
function collectSender(sender: string, into: Collector): void {
  const even = sender.slice(0, MAX_SENDER).toLowerCase().replace(/\d/g, "0");
  const open = even.lastIndexOf("<");
  const [name, address] = open < 0 ? ["", even] : [even.slice(0, open).trim(), even.slice(open)];
  const base = mix(HASH_START, SENDER_SEED);
  into.enter(NAME);
  if (name !== "") collectPieces(`^${name}$`, base, into);
  into.leave();
  into.enter(ADDRESS);
  if (HAS_HOST.test(address)) collectPieces(`${address}$`, base, into);
  for (const word of addressOf(sender)) into.add(hashText(word));
  into.leave();
}

function collectWords(hashes: readonly number[], seed: number, into: Collector): void {
  for (let i = 0; i < hashes.length; i++) {
    const hash = mix(hashes[i] ?? 0, seed);
    into.add(hash);
    const next = hashes[i + 1];
    if (next !== undefined) into.add(mix(mix(hash, PAIR_SEED), next));
  }
}

function collectGrams(words: Words, into: Collector): void {
  const codes = words.skeleton;
  const base = mix(HASH_START, GRAM_SEED);
  for (let i = 0; i + SHORTEST_GRAM <= words.skeletonLength; i++) {
    let hash = base;
    const end = Math.min(words.skeletonLength, i + LONGEST_GRAM);
    for (let k = i; k < end; k++) {
      hash = mix(hash, codes[k] ?? 0);
      if (k - i + 1 >= SHORTEST_GRAM) into.add(mix(hash, k - i));
    }
  }
}

function collectPieces(text: string, base: number, into: Collector): void {
  for (let i = 0; i + SHORTEST_GRAM <= text.length; i++) {
    let hash = base;
    for (let k = i; k < Math.min(text.length, i + LONGEST_GRAM); k++) {
      hash = mix(hash, text.charCodeAt(k));
      if (k - i + 1 >= SHORTEST_GRAM) into.add(mix(hash, k - i));
    }
  }
}
