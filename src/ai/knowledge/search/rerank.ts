import type { Candidate } from "./find-candidates.ts";
import { RERANKED } from "./find-candidates.ts";
import type { Query } from "./read-query.ts";
import { lookFor, type Looked } from "./look-for.ts";
import { countTerms, weighEvidence, type Evidence } from "./weigh-evidence.ts";

/** The shares in the final order. docs/ai.md says how they were chosen. */
const SHARE = { lexical: 0.5, grams: 0.3, pairs: 0.1, sentence: 0.1 };
/** The parameters of bm25 as FTS5 counts it over the whole index. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const LEAST_RARITY = 1e-6;
/** For bm25 over 4-grams, among the reranked pieces only. */
const GRAM_LENGTH_SHARE = 0.4;
/** Each further piece of a document is ranked lower, so that one document does not fill the list. */
const REPEAT = 0.8;
export const BM25_CEILING = SATURATION + 1;

export interface Ranked {
  candidate: Candidate;
  evidence: Evidence;
  lexical: number;
  rank: number;
}

/** The candidates in the order in which they are shown. */
export function rerank(query: Query, candidates: readonly Candidate[]): Ranked[] {
  const looked = lookFor(query);
  const score = scoreTerms(query, looked);
  const seen = weighAll(bestByTerms(candidates, looked, score), looked, score);
  const grams = scoreGrams(seen.map(({ evidence }) => evidence));
  const mostLexical = Math.max(Number.MIN_VALUE, ...seen.map(({ lexical }) => lexical));
  const mostGrams = Math.max(Number.MIN_VALUE, ...grams);
  const ranked = seen.map((one, at) => ({
    ...one,
    rank:
      (SHARE.lexical * one.lexical) / mostLexical +
      (SHARE.grams * (grams[at] ?? 0)) / mostGrams +
      SHARE.pairs * one.evidence.pairs +
      SHARE.sentence * one.evidence.sentence,
  }));
  return demoteRepeats(ranked);
}

type Score = (terms: Uint16Array, words: number) => number;

/** If there are more candidates than are reranked, only the best by their terms are kept. */
function bestByTerms(
  candidates: readonly Candidate[],
  looked: Looked,
  score: Score,
): readonly Candidate[] {
  if (candidates.length <= RERANKED) return candidates;
  return candidates
    .map((candidate) => {
      const { reading, language, words } = candidate;
      return { candidate, lexical: score(countTerms(looked, reading, language), words) };
    })
    .sort((a, b) => b.lexical - a.lexical || a.candidate.id - b.candidate.id)
    .slice(0, RERANKED)
    .map(({ candidate }) => candidate);
}

/** Weighs pieces that were found in another way. They have no rank among the others. */
export function weighAlone(query: Query, candidates: readonly Candidate[]): Ranked[] {
  const looked = lookFor(query);
  return weighAll(candidates, looked, scoreTerms(query, looked)).map((one) => ({
    ...one,
    rank: 0,
  }));
}

function weighAll(candidates: readonly Candidate[], looked: Looked, score: Score) {
  return candidates.map((candidate) => {
    const evidence = weighEvidence(looked, candidate.reading, candidate.language);
    return { candidate, evidence, lexical: score(evidence.terms, candidate.words) };
  });
}

function scoreTerms({ wanted, totals }: Query, { terms }: Looked): Score {
  const average = totals.words / Math.max(1, totals.chunks);
  const weighed = wanted.map(({ term, count }) => ({
    place: terms.get(term) ?? 0,
    rarity: Math.max(LEAST_RARITY, Math.log((totals.chunks - count + 0.5) / (count + 0.5))),
  }));
  return (counts, words) => {
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * words) / average);
    let sum = 0;
    for (const { place, rarity } of weighed) {
      const count = counts[place] ?? 0;
      sum += (rarity * count * BM25_CEILING) / (count + norm);
    }
    return sum;
  };
}

function scoreGrams(all: Evidence[]): number[] {
  const average = all.reduce((sum, { length }) => sum + length, 0) / all.length;
  const holders = new Uint16Array(all[0]?.grams.length ?? 0);
  for (const { grams } of all) {
    for (let gram = 0; gram < holders.length; gram += 1) {
      if ((grams[gram] ?? 0) > 0) holders[gram] = (holders[gram] ?? 0) + 1;
    }
  }
  const rarity = Array.from(holders, (count) =>
    Math.log(1 + (all.length - count + 0.5) / (count + 0.5)),
  );
  return all.map(({ grams, length }) => {
    const norm = SATURATION * (1 - GRAM_LENGTH_SHARE + (GRAM_LENGTH_SHARE * length) / average);
    let sum = 0;
    for (let gram = 0; gram < holders.length; gram += 1) {
      const count = grams[gram] ?? 0;
      if (count > 0) sum += ((rarity[gram] ?? 0) * count * BM25_CEILING) / (count + norm);
    }
    return sum;
  });
}

function demoteRepeats(ranked: Ranked[]): Ranked[] {
  const before = new Map<string, number>();
  const descending = (a: Ranked, b: Ranked) => b.rank - a.rank || a.candidate.id - b.candidate.id;
  const demoted = ranked.sort(descending).map((one) => {
    const { documentId } = one.candidate;
    const repeats = before.get(documentId) ?? 0;
    before.set(documentId, repeats + 1);
    return { ...one, rank: one.rank * REPEAT ** repeats };
  });
  return demoted.sort(descending);
}
