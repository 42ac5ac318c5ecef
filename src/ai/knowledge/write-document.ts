import { termsOf } from "../text/terms.ts";
import type { Language } from "../text/guess-language.ts";
import { writeReading } from "../text/write-reading.ts";
import { cutChunks, type Chunk } from "./chunk.ts";
import type { Sql } from "./sql.ts";

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
  status: "indexed" | "quarantined";
  chunks: number;
  risk: number;
  removed: number;
  expires_at: number | null;
  created_at: number;
  updated_at: number;
}

/** What a scan found in one piece of a document. */
export interface Danger {
  risk: number;
  rules: string[];
}

export type NewDocument = Omit<DocumentRow, "chunks" | "risk" | "status"> & { text: string };

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

/** A part of a document from this risk on is found by a search but never answers a question. */
export const RISK_LIMIT = 0.5;

/** Puts a version in the place of the one before it; a search sees the one or the other. */
export function writeDocument(
  sql: Sql,
  { text, ...document }: NewDocument,
  scan: (text: string) => Danger,
): DocumentRow {
  return sql.atomically(() => {
    removeDocument(sql, document.id);
    const titleTerms = termsOf(document.title, document.language);
    const chunks = cutChunks(text);
    const vocabulary = new Set(titleTerms);
    let worst = 0;
    let words = 0;
    for (const [position, chunk] of chunks.entries()) {
      const piece = text.slice(chunk.start, chunk.end);
      const danger = scan(chunk.heading === "" ? piece : `## ${chunk.heading}\n${piece}`);
      worst = Math.max(worst, danger.risk);
      const above = [...titleTerms, ...termsOf(chunk.heading, document.language)];
      const terms = termsOf(piece, document.language);
      const length = above.length + terms.length;
      for (const term of [...above, ...terms]) vocabulary.add(term);
      words += length;
      writeChunk(sql, document, { position, chunk, piece, danger, above, terms, length });
    }
    sql.all(
      "INSERT OR IGNORE INTO terms SELECT value FROM json_each(?)",
      JSON.stringify([...vocabulary]),
    );
    sql.all("UPDATE totals SET chunks = chunks + ?, words = words + ?", chunks.length, words);
    const status = worst >= RISK_LIMIT ? "quarantined" : "indexed";
    const row: DocumentRow = { ...document, status, chunks: chunks.length, risk: worst };
    sql.all(
      `INSERT INTO documents (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})`,
      ...COLUMNS.map((column) => row[column]),
    );
    sql.all("INSERT INTO bodies (document_id, text) VALUES (?, ?)", document.id, text);
    return row;
  });
}

interface ChunkToWrite {
  position: number;
  chunk: Chunk;
  piece: string;
  danger: Danger;
  above: string[];
  terms: string[];
  length: number;
}

function writeChunk(
  sql: Sql,
  { id, title, language, expires_at: expiresAt }: Omit<NewDocument, "text">,
  { position, chunk, piece, danger, above, terms, length }: ChunkToWrite,
): void {
  const [made] = sql.all<{ id: number }>(
    `INSERT INTO chunks (document_id, position, start, "end", heading, text, risk, rules)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    id,
    position,
    chunk.start,
    chunk.end,
    chunk.heading,
    piece,
    danger.risk,
    danger.rules.join(" "),
  );
  const chunkId = made?.id ?? 0;
  sql.all(
    "INSERT INTO stems (rowid, title, text) VALUES (?, ?, ?)",
    chunkId,
    above.join(" "),
    terms.join(" "),
  );
  sql.all(
    "INSERT INTO readings VALUES (?, ?, ?, ?, ?, ?)",
    chunkId,
    id,
    language,
    expiresAt,
    length,
    writeReading(`${title} ${chunk.heading}`, piece),
  );
}

/** The number of pieces that went with it, or undefined when there was no such document. */
export function removeDocument(sql: Sql, id: string): number | undefined {
  const known = sql.all("SELECT 1 FROM documents WHERE id = ?", id);
  if (known.length === 0) return undefined;
  sql.all("DELETE FROM stems WHERE rowid IN (SELECT id FROM chunks WHERE document_id = ?)", id);
  const [read] = sql.all<{ chunks: number; words: number }>(
    `SELECT count(*) AS chunks, coalesce(sum(words), 0) AS words FROM readings
     WHERE chunk_id IN (SELECT id FROM chunks WHERE document_id = ?)`,
    id,
  );
  sql.all(
    "UPDATE totals SET chunks = chunks - ?, words = words - ?",
    read?.chunks ?? 0,
    read?.words ?? 0,
  );
  sql.all(
    "DELETE FROM readings WHERE chunk_id IN (SELECT id FROM chunks WHERE document_id = ?)",
    id,
  );
  const gone = sql.all("DELETE FROM chunks WHERE document_id = ? RETURNING id", id);
  sql.all("DELETE FROM bodies WHERE document_id = ?", id);
  sql.all("DELETE FROM documents WHERE id = ?", id);
  return gone.length;
}
