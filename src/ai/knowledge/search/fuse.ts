import type { Candidate } from "./find-candidates.ts";
import type { Query } from "./read-query.ts";
import { weighAlone, type Ranked } from "./rerank.ts";
import type { Sql } from "../sql.ts";

/**
 * The share of the order by words: `least` at confidence 0, `most` at confidence 1. See decision 0050.
 */
const WORDS = { least: 0.45, most: 0.9 };

export interface Near {
  chunkId: number;
  score: number;
}

export interface Fused extends Ranked {
  /** The score by both orders together. */
  fused: number;
}

/**
 * Merges the order by words and the order by vectors: a weighted sum, in which words count for more the
 * surer they are. Pieces that only vectors found are weighed by their words too, for their confidence.
 */
export function fuse(
  sources: readonly Sql[],
  query: Query,
  ranked: readonly Ranked[],
  near: readonly Near[],
  { now, confidence }: { now: number; confidence: number },
): Fused[] {
  const known = new Map(ranked.map((one) => [one.candidate.id, one]));
  const missing = near.map(({ chunkId }) => chunkId).filter((id) => !known.has(id));
  const loaded = sources.flatMap((sql) => loadCandidates(sql, missing, now));
  for (const one of weighAlone(query, loaded)) {
    known.set(one.candidate.id, one);
  }
  const words = WORDS.least + (WORDS.most - WORDS.least) * confidence;
  const byWords = level(ranked.map(({ candidate, rank }) => [candidate.id, rank]));
  const byVectors = level(near.map(({ chunkId, score }) => [chunkId, score]));
  return [...known.values()]
    .map((one) => {
      const { id } = one.candidate;
      const fused = words * (byWords.get(id) ?? 0) + (1 - words) * (byVectors.get(id) ?? 0);
      return { ...one, fused };
    })
    .sort((a, b) => b.fused - a.fused || a.candidate.id - b.candidate.id);
}

/** Scales the scores of one list to 0 to 1. */
export function level(scores: readonly [id: number, score: number][]): Map<number, number> {
  const values = scores.map(([, score]) => score);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return new Map(
    scores.map(([id, score]) => [id, most === least ? 1 : (score - least) / (most - least)]),
  );
}

function loadCandidates(sql: Sql, ids: readonly number[], now: number): Candidate[] {
  if (ids.length === 0) return [];
  return sql.all<Candidate>(
    `SELECT chunk_id AS id, document_id AS documentId, language, words, text AS reading
     FROM readings WHERE chunk_id IN (SELECT value FROM json_each(?))
       AND (expires_at IS NULL OR expires_at > ?)`,
    JSON.stringify(ids),
    now,
  );
}
