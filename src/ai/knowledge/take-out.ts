import { setAcl } from "./acl.ts";
import type { Sql } from "./sql.ts";
import { dropUpload, findUpload } from "./uploads.ts";
import { removeDocument } from "./write-document.ts";

/** What was removed with a document: its pieces, and the upload that was on its way to it. */
interface TakenOut {
  chunks: number;
  dropped: string | undefined;
}

/** Removes a document, and the upload of its next version. */
export function takeOut(sql: Sql, id: string): TakenOut {
  return sql.atomically(() => {
    const upload = findUpload(sql, id);
    if (upload !== undefined) dropUpload(sql, upload);
    setAcl(sql, id, null);
    return { chunks: removeDocument(sql, id) ?? 0, dropped: upload?.id };
  });
}
