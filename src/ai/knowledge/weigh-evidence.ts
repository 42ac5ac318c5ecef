import { countGrams, gramsOf } from "../text/grams.ts";
import type { Language } from "../text/guess-language.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { isStopWord, stem } from "../text/terms.ts";
import { wordsOf } from "../text/tokenise.ts";
import type { Query } from "./read-query.ts";

/** What speaks for a piece of text as the place where a question is answered; shares are 0 to 1. */
export interface Evidence {
  grams: Map<string, number>;
  /** Of the query's 4-grams. */
  gramShare: number;
  /** Of the query's weight, in the piece and in its best sentence. */
  coverage: number;
  sentence: number;
  /** Of the query's weight, in neighbours that are neighbours here too. */
  pairs: number;
  length: number;
}

export interface Looked {
  grams: ReadonlySet<string>;
  terms: ReadonlyMap<string, number>;
  pairs: ReadonlyMap<string, number>;
  total: number;
  /** A piece is read in its own language, a query in the one it seems to be in. */
  language: Language;
}

export function lookFor(query: Query): Looked {
  const terms = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const pairs = new Map<string, number>();
  for (const [at, { term, weight }] of query.terms.entries()) {
    const next = query.terms[at + 1];
    if (next !== undefined) pairs.set(`${term} ${next.term}`, Math.min(weight, next.weight));
  }
  const words = (query.corrected ?? query.text).toLowerCase();
  return {
    grams: gramsOf(` ${wordsOf(words).join(" ")} `),
    terms,
    pairs,
    total: Math.max(sum(terms.values()), Number.MIN_VALUE),
    language: query.language,
  };
}

export function weighEvidence(looked: Looked, title: string, text: string): Evidence {
  const seen = new Set<string>();
  const seenPairs = new Set<string>();
  const lines: string[] = [];
  let sentence = 0;
  for (const part of [
    title,
    ...splitSentences(text).map((span) => text.slice(span.start, span.end)),
  ]) {
    const words = wordsOf(part);
    lines.push(...words);
    sentence = Math.max(sentence, readSentence(looked, words, seen, seenPairs));
  }
  const line = ` ${lines.join(" ")} `;
  const grams = countGrams(line, looked.grams);
  return {
    grams,
    gramShare: grams.size / Math.max(1, looked.grams.size),
    coverage: weightOf(looked.terms, seen) / looked.total,
    sentence: sentence / looked.total,
    pairs: weightOf(looked.pairs, seenPairs) / looked.total,
    length: line.length,
  };
}

function readSentence(
  { terms, pairs, language }: Looked,
  words: string[],
  seen: Set<string>,
  seenPairs: Set<string>,
): number {
  const here = new Set<string>();
  let before = "";
  for (const word of words) {
    if (isStopWord(word, language)) continue;
    const term = stem(word, language);
    if (terms.has(term)) here.add(term);
    const pair = `${before} ${term}`;
    if (pairs.has(pair)) seenPairs.add(pair);
    before = term;
  }
  for (const term of here) seen.add(term);
  return weightOf(terms, here);
}

function weightOf(weights: ReadonlyMap<string, number>, names: Iterable<string>): number {
  let total = 0;
  for (const name of names) total += weights.get(name) ?? 0;
  return total;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
