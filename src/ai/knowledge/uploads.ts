import { refuse, type Refusal } from "../../http/index.ts";
import type { Language } from "../text/guess-language.ts";
import type { Changer } from "./document-line.ts";
import type { PutOrder } from "./put-document.ts";
import { findByExternalId, findDocument, MOST_CHUNKS, readTotals } from "./read-documents.ts";
import type { Sql } from "./sql.ts";
import {
  insertRow,
  removeDocument,
  removePieces,
  writeRow,
  type DocumentRow,
} from "./write-document.ts";
import { writePieces, type Danger, type NewPiece } from "./write-pieces.ts";

/** Pieces of a version that is not there yet are long over for every search. */
const NOT_YET = 0;

type Fields = Omit<PutOrder, "id" | "text" | "removed" | "language"> & {
  language: Language;
  documentId: string;
  /** Absent of what was sent before this was kept. */
  by?: Changer | undefined;
};

export type NewUpload = Omit<Fields, "documentId"> & {
  uploadId: string;
  /** For a document that is not there yet. */
  id: string;
};

/** A version on its way. */
export interface Upload {
  id: string;
  document_id: string;
  version: number;
  status: "queued" | "processing" | "failed";
  reason: string | null;
  hash: string;
  fields: string;
  /** Pieces that are indexed already. */
  staged: number;
  risk: number;
  updated_at: number;
}

export interface Announced {
  outcome: "queued" | "unchanged" | Refusal;
  status: DocumentRow["status"];
  documentId: string;
  version: number;
  uploadId: string;
}

interface Published {
  row: DocumentRow;
  by: Changer | undefined;
}

/** Notes that a new version is on its way. The same content again is the same upload. */
export function announce(sql: Sql, { uploadId, id, ...order }: NewUpload): Announced {
  return sql.atomically((): Announced => {
    const known =
      order.externalId === null ? findDocument(sql, id) : findByExternalId(sql, order.externalId);
    const documentId = known?.id ?? id;
    const version = (known?.version ?? 0) + 1;
    const announced = { documentId, version, uploadId, status: "queued" as const };
    const before = findUpload(sql, documentId);
    if (known !== undefined && known.hash === order.hash) {
      // What is on its way was sent before this, and must not take its place.
      if (before !== undefined) dropUpload(sql, before);
      const { version: unchanged, status } = known;
      return { ...announced, outcome: "unchanged", version: unchanged, status };
    }
    if (before?.hash === order.hash && before.status !== "failed") {
      return { ...announced, outcome: "queued", uploadId: before.id };
    }
    if (readTotals(sql).chunks >= MOST_CHUNKS) {
      const outcome = refuse(409, "knowledge_full", "This tenant has as much text as it may have.");
      return { ...announced, outcome };
    }
    if (before !== undefined) dropUpload(sql, before);
    sql.all(
      `INSERT INTO uploads (id, document_id, version, status, reason, hash, fields, staged, risk, updated_at)
         VALUES (?, ?, ?, 'queued', NULL, ?, ?, 0, 0, ?)`,
      uploadId,
      documentId,
      version,
      order.hash,
      JSON.stringify({ ...order, documentId } satisfies Fields),
      order.now,
    );
    if (version === 1) showAnnounced(sql, { ...order, documentId }, known);
    return { ...announced, outcome: "queued" };
  });
}

/** A document without a version to find is shown as what was sent for it last. */
function showAnnounced(sql: Sql, fields: Fields, known: DocumentRow | undefined): void {
  sql.all("DELETE FROM documents WHERE id = ?", fields.documentId);
  const row = rowOf(fields);
  insertRow(sql, { ...row, hash: "", created_at: known?.created_at ?? row.created_at });
}

/** Undefined when another version came in between, the document went, or it failed for good. */
export function beginUpload(sql: Sql, id: string): Upload | undefined {
  const begun =
    "UPDATE uploads SET status = 'processing' WHERE id = ? AND status <> 'failed' RETURNING *";
  const [upload] = sql.all<Upload>(begun, id);
  if (upload !== undefined) showStatus(sql, upload);
  return upload;
}

/** Indexes further pieces, if they begin where those before ended; says how many there are. */
export function stagePieces(
  sql: Sql,
  id: string,
  { pieces, from }: { pieces: NewPiece[]; from: number },
  scan: (text: string) => Danger,
): number | undefined {
  return sql.atomically(() => {
    const upload = sql.all<Upload>("SELECT * FROM uploads WHERE id = ?", id)[0];
    if (upload === undefined || upload.staged !== from) return upload?.staged;
    const { title, language } = JSON.parse(upload.fields) as Fields;
    const owner = { id: stagedAs(id), title, language };
    const risk = writePieces(sql, owner, { pieces, from, expiresAt: NOT_YET }, scan);
    const staged = from + pieces.length;
    sql.all(
      "UPDATE uploads SET staged = ?, risk = ? WHERE id = ?",
      staged,
      Math.max(risk, upload.risk),
      id,
    );
    return staged;
  });
}

/** Puts the version in the place of the one before, in one step. */
export function publishUpload(
  sql: Sql,
  id: string,
  { text, removed, pieces }: { text: string; removed: number; pieces: number },
): Published | undefined {
  return sql.atomically(() => {
    const upload = sql.all<Upload>("SELECT * FROM uploads WHERE id = ?", id)[0];
    if (upload === undefined || upload.staged !== pieces) return undefined;
    const fields = JSON.parse(upload.fields) as Fields;
    const before = findDocument(sql, upload.document_id);
    removeDocument(sql, upload.document_id);
    const staged = stagedAs(id);
    sql.all(
      "UPDATE readings SET document_id = ?, expires_at = ? WHERE chunk_id IN (SELECT id FROM chunks WHERE document_id = ?)",
      upload.document_id,
      fields.expiresAt,
      staged,
    );
    sql.all("UPDATE chunks SET document_id = ? WHERE document_id = ?", upload.document_id, staged);
    const row = {
      ...rowOf(fields),
      version: upload.version,
      chunks: pieces,
      risk: upload.risk,
      removed,
      created_at: before?.created_at ?? fields.now,
    };
    const written = writeRow(sql, row, text);
    sql.all("DELETE FROM uploads WHERE id = ?", id);
    return { row: written, by: fields.by };
  });
}

/** What was indexed of it goes; the version before stays as it is. */
export function failUpload(sql: Sql, id: string, reason: string, now: number): void {
  sql.atomically(() => {
    const upload = sql.all<Upload>("SELECT * FROM uploads WHERE id = ?", id)[0];
    if (upload === undefined) return;
    removePieces(sql, stagedAs(id));
    sql.all(
      "UPDATE uploads SET status = 'failed', reason = ?, staged = 0, updated_at = ? WHERE id = ?",
      reason,
      now,
      id,
    );
    showStatus(sql, { ...upload, status: "failed" });
  });
}

/** A document without a version to find is what its upload is. */
function showStatus(sql: Sql, { document_id: id, status }: Upload): void {
  sql.all("UPDATE documents SET status = ? WHERE id = ? AND version = 0", status, id);
}

export function findUpload(sql: Sql, documentId: string): Upload | undefined {
  return sql.all<Upload>("SELECT * FROM uploads WHERE document_id = ?", documentId)[0];
}

/** For a document that goes, or whose new version came another way. */
export function dropUpload(sql: Sql, { id }: Pick<Upload, "id">): void {
  removePieces(sql, stagedAs(id));
  sql.all("DELETE FROM uploads WHERE id = ?", id);
}

function stagedAs(id: string): string {
  return `staged:${id}`;
}

function rowOf(fields: Fields) {
  return {
    id: fields.documentId,
    external_id: fields.externalId,
    title: fields.title,
    source: fields.source,
    url: fields.url,
    mime_type: fields.mimeType,
    language: fields.language,
    tags: JSON.stringify(fields.tags),
    hash: fields.hash,
    version: 0,
    status: "queued" as const,
    chunks: 0,
    risk: 0,
    removed: 0,
    expires_at: fields.expiresAt,
    created_at: fields.now,
    updated_at: fields.now,
  };
}
