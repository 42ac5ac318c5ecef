import { gramsOf } from "../../text/grams.ts";
import type { Language } from "../../text/guess-language.ts";
import { isStopWord, stem } from "../../text/terms.ts";
import { wordsOf } from "../../text/tokenise.ts";
import { GramTable } from "./gram-table.ts";
import type { Query } from "./read-query.ts";

/** A query, prepared to be looked for in many pieces. */
export interface Looked {
  /** The places of its distinct terms. `weights` has the weight at each place. */
  terms: ReadonlyMap<string, number>;
  weights: Float64Array;
  total: number;
  /**
   * The weight of neighbouring terms, by `place of the first * number of terms + place of the second`.
   */
  pairs: ReadonlyMap<number, number>;
  grams: GramTable;
  /** By the first two letters that words of the terms can have: the third ones, as bits. */
  starts: Int32Array;
  /** What `readWord` gave for the words of the pieces, for each language. */
  read: Record<Language, Map<string, number>>;
}

const ASCII = 128;
/** Letters differ in their last five bits. What else has the same bits is merely looked at. */
const LETTERS = 32;
const ANY_LETTER = -1;
/** From so many letters on, a stem has the first three of its word. */
const LONG = 4;
const LETTER_I = 105;
const LETTER_Y = 121;
/** Stands for words that are not among the query's terms. */
export const OTHER = -1;
export const FUNCTION_WORD = -2;

export function lookFor(query: Query): Looked {
  const terms = new Map<string, number>();
  for (const { term } of query.terms) if (!terms.has(term)) terms.set(term, terms.size);
  const weights = new Float64Array(terms.size);
  const starts = new Int32Array(LETTERS * LETTERS);
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

/**
 * A stem of four letters or more begins with the same three as its word, and a shorter one with the same
 * two, except that "y" may have become "i". The stemmers' tests hold this.
 */
function allowStart(starts: Int32Array, term: string): void {
  const first = bitsAt(term, 0);
  if (term.length === 1) starts.fill(ANY_LETTER, first * LETTERS, (first + 1) * LETTERS);
  else {
    const third = term.length >= LONG ? 1 << bitsAt(term, 2) : ANY_LETTER;
    const start = first * LETTERS + bitsAt(term, 1);
    starts[start] = (starts[start] ?? 0) | third;
  }
}

/** The last bits of a letter. */
function bitsAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return (code === LETTER_Y ? LETTER_I : code) & (LETTERS - 1);
}

/** Whether the word at this place of a reading may have one of the terms as its stem. */
function mayBeTerm(starts: Int32Array, reading: string, at: number): boolean {
  if (reading.charCodeAt(at) >= ASCII) return true;
  const thirds = starts[bitsAt(reading, at) * LETTERS + bitsAt(reading, at + 1)] ?? 0;
  return ((thirds >>> bitsAt(reading, at + 2)) & 1) === 1;
}

/**
 * The place of a word's term among the query's terms. A word that cannot be one is told from a function
 * word only if a term stands before it.
 */
export function readWord(
  { terms, starts, read }: Looked,
  language: Language,
  reading: string,
  start: number,
  end: number,
  before: number,
): number {
  const possible = mayBeTerm(starts, reading, start);
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
