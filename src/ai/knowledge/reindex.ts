import { hasUnspaced } from "../text/unspaced.ts";
import { cutChunks } from "./chunk.ts";
import { readBody } from "./read-documents.ts";
import { BUILTIN_SOURCE } from "./builtin-names.ts";
import { unscanned } from "./seed-builtin.ts";
import type { Sql } from "./sql.ts";
import { ANALYSER, noteAnalysed, writeDocument, type DocumentRow } from "./write-document.ts";
import type { Danger } from "./write-pieces.ts";

/** Documents that an older analyser indexed; one without a version yet is none. */
const STALE = `FROM documents d LEFT JOIN analysed a ON a.document_id = d.id
  WHERE d.version > 0 AND (a.analyser IS NULL OR a.analyser <> ${ANALYSER})`;

/** All but writing without blanks is read as then, and all is cut so but headings that stand alone. */
const SAME_BUT_UNSPACED = 1;

type StaleRow = DocumentRow & { analyser: number | null };

export function countStale(sql: Sql): number {
  return sql.all<{ stale: number }>(`SELECT count(*) AS stale ${STALE}`)[0]?.stale ?? 0;
}

/** A step ends with the document that reaches this: the longest takes seconds alone. */
const ENOUGH_PIECES = 1_000;

/** Indexes a few of them anew, each in one step; says how many are left. */
export function reindexSome(sql: Sql, most: number, scan: (text: string) => Danger): number {
  const stale = `SELECT d.*, a.analyser ${STALE} LIMIT ?`;
  let pieces = 0;
  for (const { analyser, ...row } of sql.all<StaleRow>(stale, most)) {
    if (pieces >= ENOUGH_PIECES) break;
    pieces += row.chunks;
    const text = readBody(sql, row.id);
    const own = row.source === BUILTIN_SOURCE;
    const isAlike = analyser !== SAME_BUT_UNSPACED || !hasUnspaced(row.title + text);
    if (analyser && isAlike && cutChunks(text).length === row.chunks) noteAnalysed(sql, row.id);
    else writeDocument(sql, { ...row, text }, own ? unscanned : scan);
  }
  return countStale(sql);
}

/** Says of every document that it is to be indexed anew; how many those are. */
export function forgetAnalysis(sql: Sql): number {
  sql.all("DELETE FROM analysed");
  return countStale(sql);
}
