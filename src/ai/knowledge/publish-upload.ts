import type { Changer } from "./document-line.ts";
import { findDocument } from "./read-documents.ts";
import type { Sql } from "./sql.ts";
import { fieldsOf, findUploadById, rowOf, stagedAs } from "./uploads.ts";
import { removeDocument, writeRow, type DocumentRow } from "./write-document.ts";

export interface Published {
  row: DocumentRow;
  by: Changer | undefined;
}

/** A text as it was indexed, and the number of its pieces. */
export interface Whole {
  text: string;
  removed: number;
  pieces: number;
}

/** Replaces the earlier version by the uploaded one, in one step. */
export function publishUpload(
  sql: Sql,
  id: string,
  { text, removed, pieces }: Whole,
): Published | undefined {
  return sql.atomically(() => {
    const upload = findUploadById(sql, id);
    if (upload === undefined || upload.staged !== pieces) return undefined;
    const fields = fieldsOf(upload);
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
