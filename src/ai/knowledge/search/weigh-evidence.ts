import type { Language } from "../../text/guess-language.ts";
import { roll } from "./gram-table.ts";
import { FUNCTION_WORD, OTHER, readWord, type Looked } from "./look-for.ts";
import { Seen } from "./seen.ts";

/** What speaks for a piece as the answer to a question. Shares are from 0 to 1. */
export interface Evidence {
  /** How often each of the query's terms and 4-grams is in the piece. */
  terms: Uint16Array;
  grams: Uint16Array;
  /** The share of the query's 4-grams that the piece has. */
  gramShare: number;
  /** The share of the query's weight that is in the piece, and in its best sentence. */
  coverage: number;
  sentence: number;
  /** The share of the query's weight in neighbouring terms that are neighbours in the piece too. */
  pairs: number;
  length: number;
}

const BLANK = 32;
const LINE = 10;

/** Weighs what `writeReading` made of a piece, letter by letter. */
export function weighEvidence(looked: Looked, reading: string, language: Language): Evidence {
  const { grams, weights, pairs, total } = looked;
  const counts = new Uint16Array(grams.size);
  const seen = new Seen(weights.length);
  let key = roll(0, BLANK);
  let start = 0;
  let before = OTHER;
  for (let at = 0; at <= reading.length; at += 1) {
    const code = at === reading.length ? LINE : reading.charCodeAt(at);
    const ends = code === BLANK || code === LINE;
    key = roll(key, ends ? BLANK : code);
    const gram = grams.find(key);
    if (gram >= 0) counts[gram] = (counts[gram] ?? 0) + 1;
    if (!ends) continue;
    if (at > start) {
      const word = readWord(looked, language, reading, start, at, before);
      if (word >= 0) {
        seen.add(word, weights[word] ?? 0);
        const pair = before * weights.length + word;
        if (before >= 0) seen.addPair(pair, pairs.get(pair) ?? 0);
      }
      if (word !== FUNCTION_WORD) before = word;
    }
    start = at + 1;
    if (code === LINE) {
      seen.endSentence();
      before = OTHER;
    }
  }
  return {
    terms: seen.counts,
    grams: counts,
    gramShare: counts.reduce((sum, count) => sum + Number(count > 0), 0) / Math.max(1, grams.size),
    coverage: seen.weight / total,
    sentence: seen.best / total,
    pairs: seen.pairs / total,
    length: reading.length + 1,
  };
}

/** Counts only how often each of the query's terms is in a piece, at a third of the cost. */
export function countTerms(looked: Looked, reading: string, language: Language): Uint16Array {
  const counts = new Uint16Array(looked.weights.length);
  let start = 0;
  for (let at = 0; at <= reading.length; at += 1) {
    const code = at === reading.length ? LINE : reading.charCodeAt(at);
    if (code !== BLANK && code !== LINE) continue;
    const word = at > start ? readWord(looked, language, reading, start, at, OTHER) : OTHER;
    if (word >= 0) counts[word] = (counts[word] ?? 0) + 1;
    start = at + 1;
  }
  return counts;
}
