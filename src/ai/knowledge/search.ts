import type { Language } from "../text/guess-language.ts";
import { supportOf, type Support } from "./confidence.ts";
import { findCandidates } from "./find-candidates.ts";
import { readQuery, type Query } from "./read-query.ts";
import type { Remembered } from "./remembered.ts";
import { BM25_CEILING, rerank, type Ranked } from "./rerank.ts";
import type { Sql } from "./sql.ts";

interface Piece {
  id: number;
  document_id: string;
  external_id: string | null;
  version: number;
  title: string;
  source: string;
  url: string | null;
  language: Language;
  updated_at: number;
  start: number;
  end: number;
  heading: string;
  text: string;
  risk: number;
  rules: string;
}

export interface Hit {
  piece: Piece;
  rank: number;
  support: Support;
  /** Calibrated, and never above that of the hit before it. */
  score: number;
}

export interface Found {
  query: Query;
  /** How many pieces were looked at again. */
  candidates: number;
  hits: Hit[];
}

export interface Search {
  query: string;
  language?: Language | undefined;
  top: number;
  now: number;
}

export function search(
  sql: Sql,
  remembered: Remembered,
  { query: text, language, top, now }: Search,
): Found {
  const query = readQuery(sql, remembered, text, language);
  if (query.wanted.length === 0) return { query, candidates: 0, hits: [] };
  const ranked = rerank(query, findCandidates(sql, query.wanted, now));
  return { query, candidates: ranked.length, hits: showHits(sql, query, ranked, top) };
}

function showHits(sql: Sql, query: Query, ranked: readonly Ranked[], top: number): Hit[] {
  const best = ranked.slice(0, top);
  const pieces = loadPieces(
    sql,
    best.map(({ candidate }) => candidate.id),
  );
  const most = query.terms.reduce((sum, { weight }) => sum + weight * BM25_CEILING, 0);
  let ceiling = 1;
  return best.flatMap(({ candidate, rank, evidence, lexical }) => {
    const piece = pieces.get(candidate.id);
    if (piece === undefined) return [];
    const rival = ranked.find((other) => other.candidate.documentId !== candidate.documentId);
    const support: Support = {
      coverage: evidence.coverage,
      sentence: evidence.sentence,
      gramShare: evidence.gramShare,
      pairs: evidence.pairs,
      lexical: lexical / Math.max(most, Number.MIN_VALUE),
      margin: Math.max(0, rank - (rival?.rank ?? 0)),
      words: Math.log(1 + query.terms.length),
    };
    ceiling = Math.min(ceiling, supportOf(support));
    return [{ piece, rank, support, score: ceiling }];
  });
}

function loadPieces(sql: Sql, ids: number[]): Map<number, Piece> {
  const rows = sql.all<Piece>(
    `SELECT c.id, c.document_id, d.external_id, d.version, d.title, d.source, d.url, d.language,
            d.updated_at, c.start, c."end", c.heading, c.text, c.risk, c.rules
     FROM chunks c JOIN documents d ON d.id = c.document_id
     WHERE c.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((piece) => [piece.id, piece]));
}
