import { pick, type Random } from "./random.ts";
import type { Sample } from "./samples.ts";

const SENTENCE_END = /(?<=[.!?])\s|\n/;
const SHORTEST = 8;
const LONGEST = 160;
const PLACES = ["before", "before", "behind", "around"] as const;
const JOINTS = [" ", " ", "\n"];

/** The first sentences of clean messages, by collection and language. */
export type Sentences = ReadonlyMap<string, readonly string[]>;

export function cleanSentences(samples: readonly Sample[]): Sentences {
  const found = new Map<string, string[]>();
  for (const sample of samples) {
    if (sample.label !== "clean") continue;
    const [first = ""] = sample.message.body.split(SENTENCE_END, 1);
    if (first.length < SHORTEST || first.length > LONGEST) continue;
    const likes = found.get(likeOf(sample));
    if (likes === undefined) found.set(likeOf(sample), [first]);
    else likes.push(first);
  }
  return found;
}

/**
 * Makes a copy with honest words before, behind or around the message, as somebody who hides among them
 * would write. If no such words are known, it returns the message as it is.
 */
export function pad(sample: Sample, sentences: Sentences, random: Random): Sample {
  const known = sentences.get(likeOf(sample));
  if (known === undefined) return sample;
  const place = pick(random, PLACES);
  const parts = [sample.message.body];
  if (place !== "behind") parts.unshift(pick(random, known));
  if (place !== "before") parts.push(pick(random, known));
  const body = parts.join(pick(random, JOINTS));
  return { ...sample, message: { ...sample.message, body } };
}

function likeOf({ set, lang, message }: Sample): string {
  return `${message.channel === "email" ? "mail" : "short"} ${set} ${lang ?? ""}`;
}
