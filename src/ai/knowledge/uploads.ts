import type { Language } from "../text/guess-language.ts";
import type { Acl } from "./acl.ts";
import type { Changer } from "./document-line.ts";
import type { PutOrder } from "./put-document.ts";
import type { Sql } from "./sql.ts";
import { ANALYSER, removePieces } from "./write-document.ts";

/** Everything that was sent except the text. */
export type Fields = Omit<PutOrder, "id" | "text" | "removed" | "language"> & {
  language: Language;
  documentId: string;
  /** Absent from uploads that were sent before this was stored. */
  by?: Changer | undefined;
  /** Who finds it once it is indexed. Absent from uploads that were sent before this was stored. */
  acl?: Acl | undefined;
  /** The analyser that cuts and reads its pieces. Absent from uploads that the first analyser began. */
  analyser?: number | undefined;
};

export type NewUpload = Omit<Fields, "documentId"> & {
  uploadId: string;
  /** The id for a document that does not exist yet. */
  id: string;
};

/** A new version of a document that is on its way. */
export interface Upload {
  id: string;
  document_id: string;
  version: number;
  status: "queued" | "processing" | "failed";
  reason: string | null;
  hash: string;
  fields: string;
  /** How many pieces are indexed already. */
  staged: number;
  risk: number;
  updated_at: number;
}

/**
 * Begins or goes on with an upload. Undefined if another version replaced it, its document was removed,
 * or it failed. An upload that an older analyser began starts from the beginning, because its pieces
 * end at other places.
 */
export function beginUpload(sql: Sql, id: string): Upload | undefined {
  const begun =
    "UPDATE uploads SET status = 'processing' WHERE id = ? AND status <> 'failed' RETURNING *";
  return sql.atomically(() => {
    const [upload] = sql.all<Upload>(begun, id);
    if (upload === undefined) return undefined;
    showStatus(sql, upload);
    const fields = fieldsOf(upload);
    if (fields.analyser === ANALYSER) return upload;
    removePieces(sql, stagedAs(id));
    const anew = "UPDATE uploads SET staged = 0, risk = 0, fields = ? WHERE id = ? RETURNING *";
    return sql.all<Upload>(anew, JSON.stringify({ ...fields, analyser: ANALYSER }), id)[0];
  });
}

/** Marks an upload as failed and removes its pieces. The version before stays as it is. */
export function failUpload(sql: Sql, id: string, reason: string, now: number): void {
  sql.atomically(() => {
    const upload = findUploadById(sql, id);
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

/** A document without a version to find has the status of its upload. */
function showStatus(sql: Sql, { document_id: id, status }: Upload): void {
  sql.all("UPDATE documents SET status = ? WHERE id = ? AND version = 0", status, id);
}

export function findUploadById(sql: Sql, id: string): Upload | undefined {
  return sql.all<Upload>("SELECT * FROM uploads WHERE id = ?", id)[0];
}

export function fieldsOf({ fields }: Pick<Upload, "fields">): Fields {
  return JSON.parse(fields) as Fields;
}

export function findUpload(sql: Sql, documentId: string): Upload | undefined {
  return sql.all<Upload>("SELECT * FROM uploads WHERE document_id = ?", documentId)[0];
}

export function hasUpload(sql: Sql, id: string): boolean {
  return sql.all("SELECT 1 FROM uploads WHERE id = ?", id).length > 0;
}

/** The sender of an upload, if that is known. */
export function senderOf(sql: Sql, id: string): Changer | undefined {
  const upload = findUploadById(sql, id);
  return upload && fieldsOf(upload).by;
}

/** Who finds the document once this upload is indexed, if that is known. */
export function aclOfUpload(sql: Sql, id: string): Acl | undefined {
  const upload = findUploadById(sql, id);
  return upload && fieldsOf(upload).acl;
}

/** Drops an upload, because its document was removed or got its new version in another way. */
export function dropUpload(sql: Sql, { id }: Pick<Upload, "id">): void {
  removePieces(sql, stagedAs(id));
  sql.all("DELETE FROM uploads WHERE id = ?", id);
}

/** The id of the document under which an upload's pieces are stored until they are published. */
export function stagedAs(id: string): string {
  return `staged:${id}`;
}

/** The document's row, as long as no version of it can be found. */
export function rowOf(fields: Fields) {
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
