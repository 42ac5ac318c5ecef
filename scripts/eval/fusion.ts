import { findCandidates } from "../../src/ai/knowledge/search/find-candidates.ts";
import { level, type Near } from "../../src/ai/knowledge/search/fuse.ts";
import { readQuery } from "../../src/ai/knowledge/search/read-query.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { rerank, type Ranked } from "../../src/ai/knowledge/search/rerank.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";
import type { Sql } from "../../src/ai/knowledge/sql.ts";
import type { Language } from "../../src/ai/text/guess-language.ts";
import { saySkipped } from "../find-shared-data.ts";
import { indexDocuments } from "./index-set.ts";
import { LatentVectors } from "./latent-vectors.ts";
import { ndcg } from "./measures.ts";
import { reciprocalRanks } from "./reciprocal-ranks.ts";
import {
  findRetrievalData,
  readSciFact,
  readXquad,
  titlesAsQuestions,
  type RetrievalSet,
} from "./retrieval-sets.ts";

const DEPTH = 10;
const READ = 100;
const NEAREST = 50;
const DIMENSIONS = 200;
const SHARES = [0.5, 0.6, 0.7, 0.8, 0.9];
/** The share of words, with no confidence and with full confidence. */
const SPANS = [
  [0.3, 0.9],
  [0.45, 0.9],
  [0.5, 0.9],
] as const;
const TITLES_EVERY = 20;

interface Piece {
  id: number;
  document: string;
  vector: number[];
}

type Way = (sql: Sql, text: string, near: readonly Near[]) => string[];

/**
 * Prints how good words and vectors are alone and together. The vectors are those of latent-vectors.ts,
 * because there is no model here: their own figure says how good they are.
 */
function compareFusions(set: RetrievalSet, language: Language): void {
  const sql = indexDocuments(set.documents);
  const rows = sql.all<{ id: number; document: string; text: string }>(
    `SELECT c.id, c.document_id AS document, d.title || ' ' || c.text AS text
     FROM chunks c JOIN documents d ON d.id = c.document_id`,
  );
  const latent = new LatentVectors(
    rows.map(({ text }) => text),
    language,
    DIMENSIONS,
  );
  const pieces = rows.map(({ text, ...row }) => ({ ...row, vector: latent.embed(text, language) }));
  const documentOf = new Map(pieces.map(({ id, document }) => [id, document]));
  const remembered = new Remembered();
  const ask = (near?: readonly Near[]) => (text: string) =>
    search(sql, remembered, { query: text, top: READ, now: 0, near }).hits.map(
      ({ piece }) => piece.document_id,
    );
  const ways: Record<string, Way> = {
    "words alone": (_sql, text) => ask()(text),
    "vectors alone": (_sql, _text, near) =>
      near.map(({ chunkId }) => documentOf.get(chunkId) ?? ""),
    "the product's way": (_sql, text, near) => ask(near)(text),
    "reciprocal ranks": (_sql, text, near) =>
      reciprocalRanks(
        rankOf(sql, remembered, text).map(({ candidate }) => candidate.id),
        near.map(({ chunkId }) => chunkId),
      ).map((id) => documentOf.get(id) ?? ""),
  };
  for (const share of SHARES) {
    ways[`weighted sum, ${share} of words`] = (_sql, text, near) =>
      weigh(rankOf(sql, remembered, text), near, share).map((id) => documentOf.get(id) ?? "");
  }
  for (const [least, most] of SPANS) {
    ways[`weighted sum, ${least} to ${most} by confidence`] = (_sql, text, near) => {
      const [best] = search(sql, remembered, { query: text, top: 1, now: 0 }).hits;
      const share = least + (most - least) * (best?.score ?? 0);
      return weigh(rankOf(sql, remembered, text), near, share).map(
        (id) => documentOf.get(id) ?? "",
      );
    };
  }
  const gains = new Map(Object.keys(ways).map((name) => [name, 0]));
  for (const { text, relevant } of set.questions) {
    const near = nearest(pieces, latent.embed(text, language));
    for (const [name, way] of Object.entries(ways)) {
      const gain = ndcg([...new Set(way(sql, text, near))], relevant, DEPTH);
      gains.set(name, (gains.get(name) ?? 0) + gain / set.questions.length);
    }
  }
  console.log(`\n${set.name}: ${pieces.length} pieces, ${set.questions.length} questions, nDCG@10`);
  for (const [name, gain] of gains) console.log(`  ${gain.toFixed(4)}  ${name}`);
}

function rankOf(sql: Sql, remembered: Remembered, text: string): Ranked[] {
  const query = readQuery(sql, remembered, text, undefined);
  return query.wanted.length === 0
    ? []
    : rerank(query, findCandidates(sql, query.wanted, { now: 0 }));
}

function nearest(pieces: readonly Piece[], vector: readonly number[]): Near[] {
  return pieces
    .map(({ id, vector: own }) => ({
      chunkId: id,
      score: own.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST);
}

/** Ranks by the product's sum, with one share for every question. */
function weigh(ranked: readonly Ranked[], near: readonly Near[], share: number): number[] {
  const byWords = level(ranked.map(({ candidate, rank }) => [candidate.id, rank]));
  const byVectors = level(near.map(({ chunkId, score }) => [chunkId, score]));
  const ids = [...new Set([...byWords.keys(), ...byVectors.keys()])];
  const scoreOf = (id: number) =>
    share * (byWords.get(id) ?? 0) + (1 - share) * (byVectors.get(id) ?? 0);
  return ids.sort((a, b) => scoreOf(b) - scoreOf(a));
}

const folder = findRetrievalData();
if (folder === undefined) console.log(saySkipped("the comparison", "retrieval"));
else {
  const sciFact = readSciFact(folder);
  compareFusions(titlesAsQuestions(sciFact, TITLES_EVERY), "en");
  compareFusions(sciFact, "en");
  compareFusions(readXquad(folder, "en"), "en");
  compareFusions(readXquad(folder, "es"), "es");
}
