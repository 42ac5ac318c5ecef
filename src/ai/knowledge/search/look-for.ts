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
  /**
   * The first two letters that words of the terms can have. A word that begins beyond ASCII is always
   * looked at.
   */
  starts: Uint8Array;
  /** What `readWord` gave for the words of the pieces, for each language. */
  read: Record<Language, Map<string, number>>;
}

const ASCII = 128;
const LETTER_I = 105;
const LETTER_Y = 121;
/** Stands for words that are not among the query's terms. */
export const OTHER = -1;
export const FUNCTION_WORD = -2;

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

/**
 * A stem begins with the same two letters as its word, except that "y" may have become "i". The
 * stemmers' tests hold this.
 */
function allowStart(starts: Uint8Array, term: string): void {
  const first = term.charCodeAt(0);
  if (first >= ASCII) return;
  if (term.length === 1) starts.fill(1, first * ASCII, (first + 1) * ASCII);
  else starts[startOf(first, term.charCodeAt(1))] = 1;
}

function startOf(first: number, second: number): number {
  return first * ASCII + (second === LETTER_Y ? LETTER_I : second & (ASCII - 1));
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
