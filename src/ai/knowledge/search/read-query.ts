import { guessLanguage, spanishLead, type Language } from "../../text/guess-language.ts";
import { isStopWord, stem } from "../../text/terms.ts";
import { runsOf, wordsOf } from "../../text/tokenise.ts";
import { correctTerm } from "./correct-terms.ts";
import { readTotals, type Totals } from "../read-documents.ts";
import type { Remembered } from "./remembered.ts";
import type { Sql } from "../sql.ts";

/** Below this lead a query may be of either language, and neither of the two goes before the other. */
const CERTAIN_LEAD = 2;
/** More words than this cost time and add nothing. */
const MOST_WORDS = 200;
/**
 * "What does the leave policy say" is about leave and policies: pages where something "says which
 * policy" would go before the policy.
 */
const ASKING_WORDS = new Set("say says tell tells dice dicen diz dizem".split(" "));

interface QueryTerm {
  term: string;
  /** How much it says when the term is found: the inverse document frequency. */
  weight: number;
  found: boolean;
}

export interface WantedTerm {
  term: string;
  /** How many pieces have it. */
  count: number;
}

export interface Query {
  text: string;
  language: Language;
  terms: QueryTerm[];
  /** The terms to search for. A term that was typed twice is there twice. */
  wanted: WantedTerm[];
  totals: Totals;
  /** The words that say something, as they were typed. */
  words: readonly string[];
  /** The terms that mistyped words were taken for. */
  corrections: ReadonlyMap<string, string>;
  /** `words` with `corrections`; undefined if there is none. */
  corrected: string | undefined;
}

interface Word {
  word: string;
  stems: string[];
}

interface Beside {
  /** Whether documents of an older analyser are in the index. */
  older?: boolean | undefined;
  /**
   * Whether a term that no open document has is in a restricted one that the caller finds. Words are
   * weighed and corrected by open documents only, so that nothing tells of others.
   */
  isKnown?: ((term: string) => boolean) | undefined;
}

/** Turns the text of a query into terms of this tenant's index. No part of it ever becomes SQL. */
export function readQuery(
  sql: Sql,
  remembered: Remembered,
  text: string,
  named: Language | undefined,
  { older = false, isKnown = () => false }: Beside = {},
): Query {
  const language = named ?? guessLanguage(text);
  const certain = named !== undefined || Math.abs(spanishLead(text)) >= CERTAIN_LEAD;
  const words = tellingWords(text, language);
  const totals = readTotals(sql);
  const { chunks } = totals;
  const stems = words.flatMap((word) => word.stems);
  const before = older ? olderWords(text, stems) : [];
  const counts = remembered.countTerms(sql, [...stems, ...before], chunks);
  // The remembered counts may be old: a count above the number of pieces would give a weight below
  // zero.
  const countOf = (term: string) => Math.min(counts.get(term) ?? 0, chunks);
  const corrections = new Map<string, string>();
  const terms = words.map(({ word, stems: [first = word, ...others] }): QueryTerm => {
    const known = [first, ...others].filter((one) => counts.has(one));
    // The other language's stem is for words that the query's own language does not have here.
    const best = certain ? known[0] : known.sort((a, b) => countOf(b) - countOf(a))[0];
    if (best !== undefined) return weigh(best, countOf(best), chunks, true);
    const restricted = [first, ...others].find(isKnown);
    if (restricted !== undefined) return weigh(restricted, 0, chunks, true);
    const corrected = correctTerm(sql, remembered, first, chunks);
    if (corrected === undefined) return weigh(first, 0, chunks, false);
    corrections.set(word, corrected);
    return weigh(corrected, countOf(corrected), chunks, true);
  });
  for (const term of before) {
    if (counts.has(term)) terms.push(weigh(term, countOf(term), chunks, true));
  }
  return {
    text,
    language,
    terms,
    wanted: wantedOf(terms, countOf, chunks),
    totals,
    words: words.map(({ word }) => word),
    corrections,
    corrected: corrections.size === 0 ? undefined : rewrite(words, corrections),
  };
}

function tellingWords(text: string, language: Language): Word[] {
  const all = wordsOf(text).slice(0, MOST_WORDS);
  const telling = all.filter((word) => !isStopWord(word, language));
  const subject = telling.filter((word) => !ASKING_WORDS.has(word));
  const languages: Language[] = language === "es" ? ["es", "en"] : ["en", "es"];
  const chosen = [subject, telling, all].find(({ length }) => length > 0) ?? all;
  return chosen.map((word) => ({
    word,
    stems: [...new Set(languages.map((one) => stem(word, one)))],
  }));
}

/** The words that the first analyser made of writing without blanks, for documents that it indexed. */
function olderWords(text: string, stems: readonly string[]): string[] {
  return [...new Set(runsOf(text))].slice(0, MOST_WORDS).filter((word) => !stems.includes(word));
}

function weigh(term: string, count: number, chunks: number, found: boolean): QueryTerm {
  return { term, weight: Math.log(1 + (chunks - count + 0.5) / (count + 0.5)), found };
}

/**
 * The terms to search for. A term that most pieces have does not change the order and costs most, so it
 * is left out if others remain.
 */
function wantedOf(
  terms: QueryTerm[],
  countOf: (term: string) => number,
  chunks: number,
): WantedTerm[] {
  const found = terms
    .filter((one) => one.found)
    .map(({ term }) => ({ term, count: countOf(term) }));
  const rare = found.filter(({ count }) => count * 2 <= chunks);
  return rare.length > 0 ? rare : found;
}

function rewrite(words: Word[], corrections: Map<string, string>): string {
  return words.map(({ word }) => corrections.get(word) ?? word).join(" ");
}
