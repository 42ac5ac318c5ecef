import type { Language } from "../text/guess-language.ts";
import { wholeCut } from "../text/whole-cut.ts";
import { cutChunks } from "./chunk.ts";
import { isOutdated, type Beginning } from "./is-outdated.ts";
import type { Sql } from "./sql.ts";
import { writePieces, type Danger } from "./write-pieces.ts";

export interface DocumentRow {
  id: string;
  external_id: string | null;
  title: string;
  source: string;
  url: string | null;
  mime_type: string;
  language: Language;
  tags: string;
  hash: string;
  version: number;
  /** Documents with the first three have no version to find yet. */
  status: "queued" | "processing" | "failed" | "indexed" | "quarantined";
  chunks: number;
  risk: number;
  removed: number;
  expires_at: number | null;
  created_at: number;
  updated_at: number;
  /** The principals who find it, as JSON; null for everybody. Read only to be shown. */
  acl?: string | null;
}

export type NewDocument = Omit<DocumentRow, "acl" | "chunks" | "risk" | "status"> & {
  text: string;
};

const INSERT_PART = "INSERT INTO body_parts (document_id, part, text) VALUES (?, ?, ?)";
const COLUMNS = [
  "id",
  "external_id",
  "title",
  "source",
  "url",
  "mime_type",
  "language",
  "tags",
  "hash",
  "version",
  "status",
  "chunks",
  "risk",
  "removed",
  "expires_at",
  "created_at",
  "updated_at",
] as const;

/** From this risk on, a part of a document is found by a search but never used to answer a question. */
export const RISK_LIMIT = 0.5;
/**
 * Grows with every change of how texts are cut, stemmed, read or scanned. Documents are then indexed
 * again.
 */
export const ANALYSER = 5;
/** In characters, each of which may take three bytes of the two megabytes of a row. */
const BODY_PART = 500_000;

/**
 * Replaces the earlier version of a document in one step: a search sees either the old or the new one.
 */
export function writeDocument(
  sql: Sql,
  { text, ...document }: NewDocument,
  scan: (text: string) => Danger,
): DocumentRow {
  return sql.atomically(() => {
    removeDocument(sql, document.id);
    const pieces = cutChunks(text).map((chunk) => ({
      ...chunk,
      text: text.slice(chunk.start, chunk.end),
    }));
    const risk = writePieces(
      sql,
      document,
      { pieces, from: 0, expiresAt: document.expires_at },
      scan,
    );
    return writeRow(sql, { ...document, chunks: pieces.length, risk }, text);
  });
}

/** Writes the document itself, after its pieces. */
export function writeRow(
  sql: Sql,
  document: Omit<DocumentRow, "status">,
  text: string,
): DocumentRow {
  const status = document.risk >= RISK_LIMIT ? "quarantined" : "indexed";
  const row: DocumentRow = { ...document, status };
  insertRow(sql, row);
  for (let from = 0, at = 0; from < text.length; at += 1) {
    const to = wholeCut(text, from + BODY_PART);
    const part = text.slice(from, to);
    if (at === 0) sql.all("INSERT INTO bodies (document_id, text) VALUES (?, ?)", row.id, part);
    else sql.all(INSERT_PART, row.id, at, part);
    from = to;
  }
  noteAnalysed(sql, { ...row, text });
  return row;
}

/** Notes who analysed a document, and what each search would otherwise ask of its beginning. */
export function noteAnalysed(sql: Sql, document: Beginning & Pick<DocumentRow, "id">): void {
  sql.all(
    "INSERT OR REPLACE INTO analysed (document_id, analyser, outdated) VALUES (?, ?, ?)",
    document.id,
    ANALYSER,
    Number(isOutdated(document)),
  );
}

export function insertRow(sql: Sql, row: DocumentRow): void {
  sql.all(
    `INSERT INTO documents (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})`,
    ...COLUMNS.map((column) => row[column]),
  );
}

/** Removes a document and gives the number of its pieces, or undefined if there was none. */
export function removeDocument(sql: Sql, id: string): number | undefined {
  const known = sql.all("SELECT 1 FROM documents WHERE id = ?", id);
  if (known.length === 0) return undefined;
  const gone = removePieces(sql, id);
  for (const table of ["bodies", "body_parts", "analysed"]) {
    sql.all(`DELETE FROM ${table} WHERE document_id = ?`, id);
  }
  sql.all("DELETE FROM documents WHERE id = ?", id);
  return gone;
}

export function removePieces(sql: Sql, id: string): number {
  const own = "SELECT id FROM chunks WHERE document_id = ?";
  sql.all(`DELETE FROM stems WHERE rowid IN (${own})`, id);
  const [read] = sql.all<{ chunks: number; words: number }>(
    `SELECT count(*) AS chunks, coalesce(sum(words), 0) AS words FROM readings
     WHERE chunk_id IN (${own})`,
    id,
  );
  const { chunks = 0, words = 0 } = read ?? {};
  sql.all("UPDATE totals SET chunks = chunks - ?, words = words - ?", chunks, words);
  sql.all(`DELETE FROM readings WHERE chunk_id IN (${own})`, id);
  return sql.all("DELETE FROM chunks WHERE document_id = ? RETURNING id", id).length;
}
