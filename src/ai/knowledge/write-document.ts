import { termsOf } from "../text/terms.ts";
import type { Language } from "../text/guess-language.ts";
import { cutChunks } from "./chunk.ts";
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
    const titleTerms = termsOf(document.title, document.language).join(" ");
    const chunks = cutChunks(text);
    let worst = 0;
    for (const [position, chunk] of chunks.entries()) {
      const piece = text.slice(chunk.start, chunk.end);
      const danger = scan(chunk.heading === "" ? piece : `## ${chunk.heading}\n${piece}`);
      worst = Math.max(worst, danger.risk);
      const [made] = sql.all<{ id: number }>(
        `INSERT INTO chunks (document_id, position, start, "end", heading, text, risk, rules)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        document.id,
        position,
        chunk.start,
        chunk.end,
        chunk.heading,
        piece,
        danger.risk,
        danger.rules.join(" "),
      );
      const headingTerms = termsOf(chunk.heading, document.language).join(" ");
      sql.all(
        "INSERT INTO stems (rowid, title, text) VALUES (?, ?, ?)",
        made?.id ?? 0,
        `${titleTerms} ${headingTerms}`,
        termsOf(piece, document.language).join(" "),
      );
    }
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

/** The number of pieces that went with it, or undefined when there was no such document. */
export function removeDocument(sql: Sql, id: string): number | undefined {
  const known = sql.all("SELECT 1 FROM documents WHERE id = ?", id);
  if (known.length === 0) return undefined;
  sql.all("DELETE FROM stems WHERE rowid IN (SELECT id FROM chunks WHERE document_id = ?)", id);
  const gone = sql.all("DELETE FROM chunks WHERE document_id = ? RETURNING id", id);
  sql.all("DELETE FROM bodies WHERE document_id = ?", id);
  sql.all("DELETE FROM documents WHERE id = ?", id);
  return gone.length;
}
