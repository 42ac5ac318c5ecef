import type { Refusal } from "../../http/index.ts";
import type { Acl } from "./acl.ts";
import { findByExternalId, findDocument, refuseMore } from "./read-documents.ts";
import { refuseName } from "./refuse-name.ts";
import type { Sql } from "./sql.ts";
import { dropUpload, findUpload, rowOf, type Fields, type NewUpload } from "./uploads.ts";
import { insertRow, type DocumentRow } from "./write-document.ts";

export interface Announced {
  outcome: "queued" | "unchanged" | Refusal;
  status: DocumentRow["status"];
  documentId: string;
  version: number;
  uploadId: string;
  /** An earlier upload of the same document, which this one replaces. */
  dropped?: string | undefined;
  /** Whether the document had another acl before. */
  moved?: boolean;
  /** The acl from now on of the version that is there. */
  acl?: Acl;
}

const SENT_AGAIN = `UPDATE uploads
  SET fields = json_set(fields, '$.acl', json(?)), updated_at = ? WHERE id = ?`;

/** Notes that a new version is on its way. Announcing the same content again gives the same upload. */
export function announce(sql: Sql, { uploadId, id, ...order }: NewUpload): Announced {
  return sql.atomically((): Announced => {
    const known =
      order.externalId === null ? findDocument(sql, id) : findByExternalId(sql, order.externalId);
    const documentId = known?.id ?? id;
    const version = (known?.version ?? 0) + 1;
    const announced = { documentId, version, uploadId, status: "queued" as const };
    const taken = known === undefined ? refuseName(sql, order.externalId) : undefined;
    if (taken !== undefined) return { ...announced, outcome: taken };
    const before = findUpload(sql, documentId);
    const dropped = before?.id;
    if (known !== undefined && known.hash === order.hash) {
      // The upload on its way was sent before this, and must not take its place.
      if (before !== undefined) dropUpload(sql, before);
      const { version: unchanged, status } = known;
      return { ...announced, outcome: "unchanged", version: unchanged, status, dropped };
    }
    if (before?.hash === order.hash && before.status !== "failed") {
      sql.all(SENT_AGAIN, JSON.stringify(order.acl ?? null), order.now, before.id);
      return { ...announced, outcome: "queued", uploadId: before.id };
    }
    const full = refuseMore(sql);
    if (full !== undefined) return { ...announced, outcome: full };
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
    return { ...announced, outcome: "queued", dropped };
  });
}

/** A document without a version to find is shown with the fields of its last upload. */
function showAnnounced(sql: Sql, fields: Fields, known: DocumentRow | undefined): void {
  sql.all("DELETE FROM documents WHERE id = ?", fields.documentId);
  const row = rowOf(fields);
  insertRow(sql, { ...row, hash: "", created_at: known?.created_at ?? row.created_at });
}
