import { hasUnspaced } from "../text/unspaced.ts";
import { readBody } from "./read-documents.ts";
import { BUILTIN_SOURCE } from "./builtin-names.ts";
import { unscanned } from "./seed-builtin.ts";
import type { Sql } from "./sql.ts";
import { ANALYSER, noteAnalysed, writeDocument, type DocumentRow } from "./write-document.ts";
import type { Danger } from "./write-pieces.ts";

/** Documents that an older analyser indexed; one without a version yet is none. */
const STALE = `FROM documents d LEFT JOIN analysed a ON a.document_id = d.id
  WHERE d.version > 0 AND (a.analyser IS NULL OR a.analyser <> ${ANALYSER})`;

/** This analyser differs from today's in writing without blanks alone. */
const SAME_BUT_UNSPACED = 1;

type StaleRow = DocumentRow & { analyser: number | null };

export function countStale(sql: Sql): number {
  return sql.all<{ stale: number }>(`SELECT count(*) AS stale ${STALE}`)[0]?.stale ?? 0;
}

/** Indexes a few of them anew, each in one step; says how many are left. */
export function reindexSome(sql: Sql, most: number, scan: (text: string) => Danger): number {
  const stale = `SELECT d.*, a.analyser ${STALE} LIMIT ?`;
  for (const { analyser, ...row } of sql.all<StaleRow>(stale, most)) {
    const text = readBody(sql, row.id);
    const own = row.source === BUILTIN_SOURCE;
    if (analyser === SAME_BUT_UNSPACED && !hasUnspaced(row.title + text)) noteAnalysed(sql, row.id);
    else writeDocument(sql, { ...row, text }, own ? unscanned : scan);
  }
  return countStale(sql);
}

/** Says of every document that it is to be indexed anew; how many those are. */
export function forgetAnalysis(sql: Sql): number {
  sql.all("DELETE FROM analysed");
  return countStale(sql);
}
