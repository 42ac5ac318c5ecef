import { findDocument, MOST_CHUNKS, readTotals } from "./read-documents.ts";
import type { Sql } from "./sql.ts";
import { failUpload, fieldsOf, findUploadById, stagedAs, type Upload } from "./uploads.ts";
import { writePieces, type Danger, type NewPiece } from "./write-pieces.ts";

/** An expiry in the past: pieces of a version that is not published yet are never found. */
const NOT_YET = 0;

/**
 * Indexes further pieces if they begin where the last ones ended, and gives the number of pieces so
 * far. Undefined if the upload is no longer on its way, or if there was no room left for it.
 */
export function stagePieces(
  sql: Sql,
  id: string,
  { pieces, from, now }: { pieces: NewPiece[]; from: number; now: number },
  scan: (text: string) => Danger,
): number | undefined {
  return sql.atomically(() => {
    const upload = findUploadById(sql, id);
    if (upload === undefined || upload.staged !== from) return upload?.staged;
    if (hasNoRoom(sql, upload)) {
      failUpload(sql, id, "knowledge_full", now);
      return undefined;
    }
    const { title, language } = fieldsOf(upload);
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

/** Whether there is no room. The version that the upload replaces does not count. */
function hasNoRoom(sql: Sql, upload: Pick<Upload, "document_id">): boolean {
  const before = findDocument(sql, upload.document_id)?.chunks ?? 0;
  return readTotals(sql).chunks - before >= MOST_CHUNKS;
}
