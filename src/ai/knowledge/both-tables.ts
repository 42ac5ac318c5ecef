import { aclOf, maySee, type Viewer } from "./acl.ts";
import { BUILTIN_SOURCE } from "./builtin-names.ts";
import {
  expiredWhenFull,
  findDocument,
  findNamed,
  readBody,
  showChunks,
  type StoredDocument,
} from "./read-documents.ts";
import { restrictedSql } from "./restricted-tables.ts";
import type { Sql } from "./sql.ts";
import { takeOut } from "./take-out.ts";
import { findUpload, hasUpload, type Upload } from "./uploads.ts";
import type { DocumentRow } from "./write-document.ts";

/** The tables of documents for everybody, and of restricted ones. */
export type BothTables = readonly [open: Sql, restricted: Sql];

export function bothTables(sql: Sql): BothTables {
  return [sql, restrictedSql(sql)];
}

export function sumOf(both: BothTables, count: (sql: Sql) => number): number {
  return both.reduce((sum, sql) => sum + count(sql), 0);
}

/** The tables in which this upload waits. */
export function holding([open, restricted]: BothTables, uploadId: string): Sql {
  return hasUpload(restricted, uploadId) ? restricted : open;
}

export type FoundDocument = StoredDocument & { text: string; upload: Upload | undefined };

/** A document that this viewer may see. */
export function findFor(both: BothTables, name: string, viewer: Viewer): FoundDocument | undefined {
  for (const sql of both) {
    const row = findNamed(sql, name);
    if (row === undefined) continue;
    const { id } = row;
    if (sql !== both[0] && !maySee(sql, id, viewer)) continue;
    const acl = JSON.stringify(sql === both[0] ? null : (aclOf(sql, id) ?? []));
    const [text, parts] = [readBody(sql, id), showChunks(sql, id)];
    return { ...row, acl, text, parts, upload: findUpload(sql, id) };
  }
  return undefined;
}

export interface Removed {
  row: DocumentRow;
  /** How many pieces it had. */
  chunks: number;
  /** An upload of a new version that was on its way. */
  dropped?: string | undefined;
}

/** Removes what has this name: after a rollback that may be two. The product's own pages stay. */
export function removeNamed(both: BothTables, name: string): Removed[] | typeof BUILTIN_SOURCE {
  const removed: Removed[] = [];
  for (const sql of both) {
    const row = findNamed(sql, name);
    if (row?.source === BUILTIN_SOURCE) return BUILTIN_SOURCE;
    if (row !== undefined) removed.push({ row, ...takeOut(sql, row.id) });
  }
  return removed;
}

/** Removes expired documents where their room is needed. */
export function removeExpired(both: BothTables, now: number): DocumentRow[] {
  return both.flatMap((sql) => {
    const rows = expiredWhenFull(sql, now);
    for (const { id } of rows) takeOut(sql, id);
    return rows;
  });
}

/** Removes a document whose text was lost on the way, if it has no other version. */
export function removeUnsent(both: BothTables, id: string): void {
  for (const sql of both) {
    if (findDocument(sql, id)?.version === 0) takeOut(sql, id);
  }
}
