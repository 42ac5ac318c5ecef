import { hasUnspaced } from "../text/unspaced.ts";
import { cutChunks } from "./chunk.ts";
import { readBody } from "./read-documents.ts";
import { BUILTIN_SOURCE } from "./builtin-names.ts";
import { unscanned } from "./seed-builtin.ts";
import type { Sql } from "./sql.ts";
import { ANALYSER, noteAnalysed, writeDocument, type DocumentRow } from "./write-document.ts";
import { type Danger, scanPiece } from "./write-pieces.ts";

/** Documents that an older analyser indexed. One that has no version yet does not count. */
const STALE = `FROM documents d LEFT JOIN analysed a ON a.document_id = d.id
  WHERE d.version > 0 AND (a.analyser IS NULL OR a.analyser <> ${ANALYSER})`;

/**
 * Since this analyser only the reading of writing without blanks has changed, the cutting of headings
 * that stand alone, the rules of the scan, and what counts as hidden in HTML, which is not kept.
 */
const SAME_BUT_UNSPACED = 1;

type StaleRow = DocumentRow & { analyser: number | null };

export function countStale(sql: Sql): number {
  return sql.all<{ stale: number }>(`SELECT count(*) AS stale ${STALE}`)[0]?.stale ?? 0;
}

/** A step ends with the document that reaches this number: the longest document alone takes seconds. */
const ENOUGH_PIECES = 1_000;

/** Indexes some of them again, each in one step, and gives the number that is left. */
export function reindexSome(sql: Sql, most: number, scan: (text: string) => Danger): number {
  const stale = `SELECT d.*, a.analyser ${STALE} LIMIT ?`;
  let pieces = 0;
  for (const { analyser, ...row } of sql.all<StaleRow>(stale, most)) {
    if (pieces >= ENOUGH_PIECES) break;
    pieces += row.chunks;
    const text = readBody(sql, row.id);
    const scanOwn = row.source === BUILTIN_SOURCE ? unscanned : scan;
    const isReadAlike = analyser !== SAME_BUT_UNSPACED || !hasUnspaced(row.title + text);
    const isAlike = isReadAlike && cutChunks(text).length === row.chunks;
    if (analyser && isAlike && isScannedAlike(sql, row.id, scanOwn))
      noteAnalysed(sql, { ...row, text });
    else writeDocument(sql, { ...row, text }, scanOwn);
  }
  return countStale(sql);
}

/** Whether a scan finds in the stored pieces what an earlier one found. */
function isScannedAlike(sql: Sql, id: string, scan: (text: string) => Danger): boolean {
  const pieces = sql.all<{ heading: string; text: string; risk: number; rules: string }>(
    "SELECT heading, text, risk, rules FROM chunks WHERE document_id = ?",
    id,
  );
  return pieces.every((piece) => {
    const { risk, rules } = scanPiece(piece, scan);
    return risk === piece.risk && rules.join(" ") === piece.rules;
  });
}

/** Marks every document to be indexed again, and gives their number. */
export function forgetAnalysis(sql: Sql): number {
  sql.all("UPDATE analysed SET analyser = 0");
  return countStale(sql);
}
