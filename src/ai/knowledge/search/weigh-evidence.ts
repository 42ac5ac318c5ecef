import { gramsOf } from "../../text/grams.ts";
import type { Language } from "../../text/guess-language.ts";
import { GramTable, roll } from "./gram-table.ts";
import { Seen } from "./seen.ts";
import { isStopWord, stem } from "../../text/terms.ts";
import { wordsOf } from "../../text/tokenise.ts";
import type { Query } from "./read-query.ts";

/** What speaks for a piece of text as the place where a question is answered; shares are 0 to 1. */
export interface Evidence {
  /** How often each of the query's terms and 4-grams is in the piece. */
  terms: Uint16Array;
  grams: Uint16Array;
  /** Of the query's 4-grams. */
  gramShare: number;
  /** Of the query's weight, in the piece and in its best sentence. */
  coverage: number;
  sentence: number;
  /** Of the query's weight, in neighbours that are neighbours here too. */
  pairs: number;
  length: number;
}

/** A query, made ready to be looked for in many pieces. */
export interface Looked {
  /** Places of its distinct terms, and their weights. */
  terms: ReadonlyMap<string, number>;
  weights: Float64Array;
  total: number;
  /** Weight of neighbours: `place of the first * number of terms + place of the second`. */
  pairs: ReadonlyMap<number, number>;
  grams: GramTable;
  /** Two letters that a word must begin with to be one of the terms; beyond ASCII all may. */
  starts: Uint8Array;
  /** What words of the pieces are, once for each language. */
  read: Record<Language, Map<string, number>>;
}

const BLANK = 32;
const LINE = 10;
const ASCII = 128;
const LETTER_I = 105;
const LETTER_Y = 121;
const OTHER = -1;
const FUNCTION_WORD = -2;

export function lookFor(query: Query): Looked {
  const terms = new Map<string, number>();
  for (const { term } of query.terms) if (!terms.has(term)) terms.set(term, terms.size);
  const weights = new Float64Array(terms.size);
  const starts = new Uint8Array(ASCII * ASCII);
  for (const { term, weight } of query.terms) {
    weights[terms.get(term) ?? 0] = weight;
    allowStart(starts, term);
  }
  const pairs = new Map<number, number>();
  for (const [at, { term, weight }] of query.terms.entries()) {
    const next = query.terms[at + 1];
    if (next === undefined) continue;
    const pair = (terms.get(term) ?? 0) * terms.size + (terms.get(next.term) ?? 0);
    pairs.set(pair, Math.min(weight, next.weight));
  }
  const grams = new GramTable(gramsOf(` ${wordsOf(query.corrected ?? query.text).join(" ")} `));
  const total = Math.max(
    weights.reduce((sum, weight) => sum + weight, 0),
    Number.MIN_VALUE,
  );
  const read = { es: new Map<string, number>(), en: new Map<string, number>() };
  return { terms, weights, total, pairs, grams, starts, read };
}

/** A stem begins as its word does, but that "y" may have become "i": the stemmers' tests say so. */
function allowStart(starts: Uint8Array, term: string): void {
  const first = term.charCodeAt(0);
  if (first >= ASCII) return;
  if (term.length === 1) starts.fill(1, first * ASCII, (first + 1) * ASCII);
  else starts[startOf(first, term.charCodeAt(1))] = 1;
}

function startOf(first: number, second: number): number {
  return first * ASCII + (second === LETTER_Y ? LETTER_I : second & (ASCII - 1));
}

/** Goes over what `writeReading` made of a piece, letter by letter. */
export function weighEvidence(looked: Looked, reading: string, language: Language): Evidence {
  const { grams, weights, pairs, total } = looked;
  const counts = new Uint16Array(grams.size);
  const seen = new Seen(weights.length);
  let key = roll(0, BLANK);
  let start = 0;
  let foundPairs = 0;
  const metPairs = new Set<number>();
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
        const weight = before < 0 ? undefined : pairs.get(pair);
        if (weight !== undefined && !metPairs.has(pair)) {
          metPairs.add(pair);
          foundPairs += weight;
        }
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
    pairs: foundPairs / total,
    length: reading.length + 1,
  };
}

/** Only how often each of the query's terms is in a piece, at a third of the price. */
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

/**
 * The place of its term among the query's. Words that cannot be one are only told from function words
 * where it matters.
 */
function readWord(
  { terms, starts, read }: Looked,
  language: Language,
  reading: string,
  start: number,
  end: number,
  before: number,
): number {
  const first = reading.charCodeAt(start);
  const possible =
    first >= ASCII ||
    starts[startOf(first, end - start > 1 ? reading.charCodeAt(start + 1) : 0)] === 1;
  if (!possible && before < 0) return OTHER;
  const word = reading.slice(start, end);
  const known = read[language].get(word);
  if (known !== undefined) return known;
  const made = isStopWord(word, language)
    ? FUNCTION_WORD
    : ((possible ? terms.get(stem(word, language)) : undefined) ?? OTHER);
  read[language].set(word, made);
  return made;
}
