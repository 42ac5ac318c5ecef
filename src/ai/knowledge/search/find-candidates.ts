import type { Language } from "../../text/guess-language.ts";
import { SEEN, type Restricted } from "../acl.ts";
import type { WantedTerm } from "./read-query.ts";
import type { Sql } from "../sql.ts";
import { RISK_LIMIT } from "../write-document.ts";

/** How many of the best by bm25 are reranked, if FTS5 scored every piece that has a term. */
export const RERANKED = 100;
/** How many if it did not. Their bm25 over all terms is then counted here. */
const PRESELECTED = 200;
/** The most pieces that FTS5 may have to score for one query. */
const MOST_SCORED = 5_000;
/** The share of the wanted pieces that is enough for a search. */
const ENOUGH = 0.75;

export interface Candidate {
  id: number;
  documentId: string;
  language: Language;
  /** How many words its text and title have, without function words. */
  words: number;
  reading: string;
}

interface Shown {
  now: number;
  /** Whether pieces with instructions for a model are left out. */
  safe?: boolean;
  /** For the tables of restricted documents: whose they are, as JSON. */
  who?: string | undefined;
}

/** The pieces that match: all of them, or those that the caller may find. */
const MATCHES = {
  all: "SELECT rowid FROM stems WHERE stems MATCH ?",
  seen: `SELECT stems.rowid FROM stems CROSS JOIN readings v ON v.chunk_id = stems.rowid
    WHERE stems MATCH ? AND v.document_id ${SEEN}`,
};

/**
 * Finds pieces that may answer, each with what is read again of it. Pieces that must not be shown, as
 * those of a version on its way, do not use up places: if too few of the best are left, more are read.
 */
export function findCandidates(
  sql: Sql,
  wanted: readonly WantedTerm[],
  { now, safe = false, who }: Shown,
): Candidate[] {
  const { expression, all } = writeExpression(wanted);
  const matches: Matches =
    who === undefined ? [MATCHES.all, expression] : [MATCHES.seen, expression, who];
  const [query, ...values] = matches;
  const most = all ? RERANKED : PRESELECTED;
  for (let limit = most; ;) {
    const found = sql.all<Candidate>(
      `SELECT r.chunk_id AS id, r.document_id AS documentId, r.language, r.words, r.text AS reading
       FROM (${query} ORDER BY stems.rank LIMIT ?) found
       JOIN readings r ON r.chunk_id = found.rowid
       WHERE (r.expires_at IS NULL OR r.expires_at > ?)${safe ? ` AND NOT ${IS_RISKY}` : ""}`,
      ...values,
      limit,
      now,
    );
    if (found.length >= most * ENOUGH || countMatches(sql, matches, limit) < limit) return found;
    limit += limit - found.length;
  }
}

const IS_RISKY = `EXISTS (SELECT 1 FROM chunks c WHERE c.id = r.chunk_id AND c.risk >= ${RISK_LIMIT})`;

/** Whether any of these has instructions for a model. */
export function areAnyRisky(sql: Sql, candidates: readonly Candidate[]): boolean {
  const ids = JSON.stringify(candidates.map(({ id }) => id));
  const risky = `SELECT 1 FROM chunks WHERE risk >= ${RISK_LIMIT}
    AND id IN (SELECT value FROM json_each(?)) LIMIT 1`;
  return sql.all(risky, ids).length > 0;
}

/** A query for matches with its values. */
type Matches = [query: string, ...values: string[]];

function countMatches(sql: Sql, [query, ...values]: Matches, most: number): number {
  const count = `SELECT count(*) AS n FROM (${query} LIMIT ?)`;
  return sql.all<{ n: number }>(count, ...values, most)[0]?.n ?? 0;
}

/** Whether a restricted piece that the caller may find has this term. */
export function hasTerm({ sql, who }: Restricted, term: string): boolean {
  return countMatches(sql, [MATCHES.seen, quote(term), who], 1) > 0;
}

/**
 * Writes the query for FTS5: the rarest terms are enough to find a piece, and of frequent terms it must
 * have the rarest and one more. Only quoted terms reach MATCH, so callers cannot use its language.
 */
export function writeExpression(wanted: readonly WantedTerm[]): {
  expression: string;
  all: boolean;
} {
  const rarestFirst = wanted.toSorted((a, b) => a.count - b.count);
  const enough: string[] = [];
  const frequent: string[] = [];
  let scored = 0;
  for (const { term, count } of rarestFirst) {
    scored += count;
    (scored <= MOST_SCORED ? enough : frequent).push(quote(term));
  }
  const [rarest, ...others] = [...new Set(frequent)];
  if (rarest !== undefined) {
    const both = others.length === 0 ? [] : [`(${rarest} AND (${others.join(" OR ")}))`];
    enough.push(...(enough.length === 0 && both.length === 0 ? [rarest] : both));
  }
  return { expression: enough.join(" OR "), all: frequent.length === 0 };
}

function quote(term: string): string {
  return `"${term.replaceAll('"', "")}"`;
}
