import { fold } from "../text/fold.ts";
import { gramsIn, gramsOf } from "../text/grams.ts";
import type { Language } from "../text/guess-language.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { isStopWord, stem } from "../text/terms.ts";
import { WORD, wordsOf } from "../text/tokenise.ts";
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
  language: Language;
  /** Pieces that a query finds share most of their words: each is read once. */
  read: Map<string, ReadWord>;
}

interface ReadWord {
  length: number;
  /** Undefined for a function word. */
  term: string | undefined;
  wanted: boolean;
  grams: readonly string[];
}

export function lookFor(query: Query): Looked {
  const terms = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const pairs = new Map<string, number>();
  for (const [at, { term, weight }] of query.terms.entries()) {
    const next = query.terms[at + 1];
    if (next !== undefined) pairs.set(`${term} ${next.term}`, Math.min(weight, next.weight));
  }
  return {
    grams: gramsOf(` ${wordsOf(query.corrected ?? query.text).join(" ")} `),
    terms,
    pairs,
    total: Math.max(weightOf(terms, terms.keys()), Number.MIN_VALUE),
    language: query.language,
    read: new Map(),
  };
}

export function weighEvidence(looked: Looked, title: string, text: string): Evidence {
  const seen = new Set<string>();
  const seenPairs = new Set<string>();
  const grams = new Map<string, number>();
  let sentence = 0;
  let length = 1;
  for (const part of [title, ...sentencesOf(text)]) {
    const here = new Set<string>();
    let before = "";
    for (const [found] of part.matchAll(WORD)) {
      const word = readWord(looked, found);
      length += word.length + 1;
      for (const gram of word.grams) grams.set(gram, (grams.get(gram) ?? 0) + 1);
      if (word.term === undefined) continue;
      if (word.wanted) {
        here.add(word.term);
        const pair = `${before} ${word.term}`;
        if (looked.pairs.has(pair)) seenPairs.add(pair);
      }
      before = word.term;
    }
    for (const term of here) seen.add(term);
    sentence = Math.max(sentence, weightOf(looked.terms, here));
  }
  return {
    grams,
    gramShare: grams.size / Math.max(1, looked.grams.size),
    coverage: weightOf(looked.terms, seen) / looked.total,
    sentence: sentence / looked.total,
    pairs: weightOf(looked.pairs, seenPairs) / looked.total,
    length,
  };
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

function readWord({ read, grams, terms, language }: Looked, found: string): ReadWord {
  const known = read.get(found);
  if (known !== undefined) return known;
  const word = fold(found);
  const term = isStopWord(word, language) ? undefined : stem(word, language);
  const made: ReadWord = {
    length: word.length,
    term,
    wanted: term !== undefined && terms.has(term),
    grams: gramsIn(` ${word} `).filter((gram) => grams.has(gram)),
  };
  read.set(found, made);
  return made;
}

function weightOf(weights: ReadonlyMap<string, number>, names: Iterable<string>): number {
  let total = 0;
  for (const name of names) total += weights.get(name) ?? 0;
  return total;
}
