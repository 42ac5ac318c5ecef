import type { Language } from "../../text/guess-language.ts";
import type { Restricted } from "../acl.ts";
import { supportOf, type Support } from "./confidence.ts";
import { areAnyRisky, findCandidates, hasTerm, type Candidate } from "./find-candidates.ts";
import { fuse, type Fused, type Near } from "./fuse.ts";
import { leaveOutOthers } from "./leave-out-others.ts";
import { readQuery, type Query } from "./read-query.ts";
import type { Remembered } from "./remembered.ts";
import { BM25_CEILING, rerank, type Ranked } from "./rerank.ts";
import { shiftDocuments, type Shifted } from "./shift-documents.ts";
import type { Sql } from "../sql.ts";
import { RISK_LIMIT } from "../write-document.ts";

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
  /** How many unseen characters were removed from its document. */
  removed: number;
}

export interface Hit {
  piece: Piece;
  rank: number;
  support: Support;
  /** The calibrated confidence. It never rises from one hit to the next. */
  score: number;
  /** Whether its document says that it no longer counts. */
  outdated?: boolean;
}

export interface Found {
  query: Query;
  /** How many pieces were reranked. */
  candidates: number;
  hits: Hit[];
  /** How many of the pieces that vectors found exist and have not expired. */
  near: number;
}

export interface Search {
  query: string;
  language?: Language | undefined;
  top: number;
  now: number;
  /** Pieces of this tenant that an index of vectors found. */
  near?: readonly Near[] | undefined;
  /** What the user is looking at: tags and names of documents, which are not checked. */
  favoured?: readonly string[] | undefined;
  /** Whether there are documents of an older analyser. */
  older?: boolean | undefined;
  /**
   * Whether the hits are for an answer: pieces with instructions for a model then take no places, and
   * come last, as flagged. Pieces about another product than the question names are left out.
   */
  answering?: boolean | undefined;
  /** The caller's principals. Without any, only documents for everybody are found. */
  viewer?: readonly string[] | undefined;
  /** The restricted documents that the caller finds. */
  restricted?: Restricted | undefined;
}

export function search(sql: Sql, remembered: Remembered, ask: Search): Found {
  const { language, now, near = [], older, answering, restricted } = ask;
  const isKnown = restricted && ((term: string) => hasTerm(restricted, term));
  const query = readQuery(sql, remembered, ask.query, language, { older, isKnown });
  const { wanted } = query;
  if (wanted.length === 0) {
    return near.length === 0
      ? { query, candidates: 0, hits: [], near: 0 }
      : arrange(sql, query, [], ask);
  }
  const sources = sourcesOf(sql, restricted);
  const find = (safe: boolean) =>
    sources.flatMap((one) => findCandidates(one.sql, wanted, { now, safe, who: one.who }));
  const candidates = find(false);
  const found = arrange(sql, query, candidates, ask);
  const isRisky = answering === true && sources.some((one) => areAnyRisky(one.sql, candidates));
  if (!isRisky) return found;
  const safe = arrange(sql, query, find(true), ask);
  const flagged = found.hits.filter(({ piece }) => piece.risk >= RISK_LIMIT);
  return { ...safe, hits: [...safe.hits, ...flagged] };
}

/** The tables in which a caller finds documents. */
function sourcesOf(sql: Sql, restricted: Restricted | undefined) {
  return [{ sql, who: undefined }, ...(restricted === undefined ? [] : [restricted])];
}

function arrange(
  sql: Sql,
  query: Query,
  candidates: readonly Candidate[],
  { top, now, near = [], favoured = [], answering, restricted }: Search,
): Found {
  const ranked = rerank(query, candidates);
  const sources = sourcesOf(sql, restricted).map((one) => one.sql);
  const show = (order: readonly (Ranked | Fused)[]) => {
    const fitting = answering === true ? leaveOutOthers(query.text, order) : order;
    const shifted = shiftDocuments(sources, query, fitting, favoured);
    const hits = showHits(sources, query, ranked, shifted, top);
    return shifted.order === ranked ? hits : levelled(hits);
  };
  if (near.length === 0) return { query, candidates: ranked.length, hits: show(ranked), near: 0 };
  const [best] = ranked;
  const confidence = best === undefined ? 0 : supportOf(supportFor(query, ranked, best));
  const fused = fuse(sources, query, ranked, near, { now, confidence });
  const wanted = new Set(near.map(({ chunkId }) => chunkId));
  const found = fused.filter(({ candidate }) => wanted.has(candidate.id)).length;
  const hits = show(fused);
  return { query, candidates: fused.length, hits, near: hits.length === 0 ? 0 : found };
}

/**
 * Sets the scores of hits whose order vectors, favour or age changed. A piece may then stand before one that
 * its words support better, so each score is the best of its own and those after it.
 */
function levelled(hits: Hit[]): Hit[] {
  let best = 0;
  return hits
    .toReversed()
    .map((hit) => {
      best = Math.max(best, supportOf(hit.support));
      return { ...hit, score: best };
    })
    .toReversed();
}

/**
 * Loads the first hits of `order`. `ranked` is the order by words alone, in which the rival is looked
 * for.
 */
function showHits(
  sources: readonly Sql[],
  query: Query,
  ranked: readonly Ranked[],
  { order, outdated }: Shifted,
  top: number,
): Hit[] {
  const best = order.slice(0, top);
  const ids = JSON.stringify(best.map(({ candidate }) => candidate.id));
  const loaded = sources.flatMap((sql) => loadPieces(sql, ids));
  const pieces = new Map(loaded.map((piece) => [piece.id, piece]));
  let ceiling = 1;
  return best.flatMap((one) => {
    const { candidate, rank } = one;
    const piece = pieces.get(candidate.id);
    if (piece === undefined) return [];
    const support = supportFor(query, ranked, one);
    ceiling = Math.min(ceiling, supportOf(support));
    const hit = { piece, rank: "fused" in one ? one.fused : rank, support, score: ceiling };
    return [outdated.has(piece.document_id) ? { ...hit, outdated: true } : hit];
  });
}

function supportFor(
  query: Query,
  ranked: readonly Ranked[],
  { candidate, rank, evidence, lexical }: Ranked,
): Support {
  const most = query.terms.reduce((sum, { weight }) => sum + weight * BM25_CEILING, 0);
  const rival = ranked.find((other) => other.candidate.documentId !== candidate.documentId);
  return {
    coverage: evidence.coverage,
    sentence: evidence.sentence,
    gramShare: evidence.gramShare,
    pairs: evidence.pairs,
    lexical: lexical / Math.max(most, Number.MIN_VALUE),
    margin: Math.max(0, rank - (rival?.rank ?? 0)),
    words: Math.log(1 + query.terms.length),
  };
}

function loadPieces(sql: Sql, ids: string): Piece[] {
  return sql.all<Piece>(
    `SELECT c.id, c.document_id, d.external_id, d.version, d.title, d.source, d.url, d.language,
            d.updated_at, c.start, c."end", c.heading, c.text, c.risk, c.rules,
            d.removed
     FROM chunks c JOIN documents d ON d.id = c.document_id
     WHERE c.id IN (SELECT value FROM json_each(?))`,
    ids,
  );
}
