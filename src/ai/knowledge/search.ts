import type { Language } from "../text/guess-language.ts";
import { supportOf, type Support } from "./confidence.ts";
import { readQuery, type Query } from "./read-query.ts";
import type { Sql } from "./sql.ts";
import { lookFor, weighEvidence, type Evidence } from "./weigh-evidence.ts";

/** How many of the best by bm25 are looked at again. */
const RERANKED = 100;
/** Shares of what is weighed in the final order; docs/ai.md says how they were chosen. */
const SHARE = { lexical: 0.5, grams: 0.3, pairs: 0.1, sentence: 0.1 };
/** bm25 over 4-grams within the pieces that are looked at again. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.4;
/** Each further piece of a document stands back, so that one document does not fill the list. */
const REPEAT = 0.8;
const BM25_CEILING = SATURATION + 1;

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
  hits: Hit[];
}

export function search(sql: Sql, text: string, language: Language | undefined, now: number): Found {
  const query = readQuery(sql, text, language);
  if (query.wanted.length === 0) return { query, hits: [] };
  const scores = matchTerms(sql, query.wanted);
  const pieces = loadPieces(sql, [...scores.keys()], now);
  if (pieces.length === 0) return { query, hits: [] };
  const order = demoteRepeats(rerank(query, pieces, scores));
  return { query, hits: scoreHits(query, order) };
}

/** Only quoted terms of our own making reach MATCH: its language is closed to callers. */
function matchTerms(sql: Sql, terms: string[]): Map<number, number> {
  const expression = terms.map((term) => `"${term.replaceAll('"', "")}"`).join(" OR ");
  const rows = sql.all<{ rowid: number; rank: number }>(
    "SELECT rowid, rank FROM stems WHERE stems MATCH ? ORDER BY rank LIMIT ?",
    expression,
    RERANKED,
  );
  return new Map(rows.map(({ rowid, rank }) => [rowid, -rank]));
}

function loadPieces(sql: Sql, ids: number[], now: number): Piece[] {
  return sql.all<Piece>(
    `SELECT c.id, c.document_id, d.external_id, d.version, d.title, d.source, d.url, d.language,
            d.updated_at, c.start, c."end", c.heading, c.text, c.risk, c.rules
     FROM chunks c JOIN documents d ON d.id = c.document_id
     WHERE c.id IN (SELECT value FROM json_each(?)) AND (d.expires_at IS NULL OR d.expires_at > ?)`,
    JSON.stringify(ids),
    now,
  );
}

interface Ranked {
  piece: Piece;
  evidence: Evidence;
  lexical: number;
  rank: number;
}

function rerank(query: Query, pieces: Piece[], scores: Map<number, number>): Ranked[] {
  const looked = lookFor(query);
  const seen = pieces.map((piece) => ({
    piece,
    evidence: weighEvidence(looked, `${piece.title} ${piece.heading}`, piece.text),
    lexical: scores.get(piece.id) ?? 0,
  }));
  const grams = scoreGrams(seen.map(({ evidence }) => evidence));
  const mostLexical = Math.max(Number.MIN_VALUE, ...scores.values());
  const mostGrams = Math.max(Number.MIN_VALUE, ...grams);
  return seen.map((one, at) => ({
    ...one,
    rank:
      (SHARE.lexical * one.lexical) / mostLexical +
      (SHARE.grams * (grams[at] ?? 0)) / mostGrams +
      SHARE.pairs * one.evidence.pairs +
      SHARE.sentence * one.evidence.sentence,
  }));
}

function scoreGrams(all: Evidence[]): number[] {
  const average = all.reduce((sum, { length }) => sum + length, 0) / all.length;
  const spread = new Map<string, number>();
  for (const { grams } of all) {
    for (const gram of grams.keys()) spread.set(gram, (spread.get(gram) ?? 0) + 1);
  }
  return all.map(({ grams, length }) => {
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / average);
    let sum = 0;
    for (const [gram, count] of grams) {
      const holders = spread.get(gram) ?? 0;
      const rarity = Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5));
      sum += (rarity * count * BM25_CEILING) / (count + norm);
    }
    return sum;
  });
}

function demoteRepeats(ranked: Ranked[]): Ranked[] {
  const before = new Map<string, number>();
  const descending = (a: Ranked, b: Ranked) => b.rank - a.rank || a.piece.id - b.piece.id;
  const demoted = ranked.sort(descending).map((one) => {
    const { document_id: id } = one.piece;
    const repeats = before.get(id) ?? 0;
    before.set(id, repeats + 1);
    return { ...one, rank: one.rank * REPEAT ** repeats };
  });
  return demoted.sort(descending);
}

function scoreHits(query: Query, ranked: Ranked[]): Hit[] {
  const most = query.terms.reduce((sum, { weight }) => sum + weight * BM25_CEILING, 0);
  let ceiling = 1;
  return ranked.map(({ piece, rank, evidence, lexical }) => {
    const rival = ranked.find((other) => other.piece.document_id !== piece.document_id);
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
    return { piece, rank, support, score: ceiling };
  });
}
