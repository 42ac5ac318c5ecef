import { MINUTE_MS, tryEach } from "../../platform/index.ts";
import { keyOf } from "../documents/drop-file.ts";
import type { BothTables } from "./both-tables.ts";
import type { Sql } from "./sql.ts";
import { failUpload, fieldsOf, type Upload } from "./uploads.ts";

/** Longer than a request takes from its announcement until its text is stored. */
export const STORED_WITHIN_MS = 15 * MINUTE_MS;
/** Asked for in one look, any of all, so that those that wait for long do not hide others. */
const MOST_ASKED = 100;

const WAITING = "FROM uploads WHERE status <> 'failed'";
const LATE = `SELECT * ${WAITING} AND updated_at <= ? ORDER BY random() LIMIT ${MOST_ASKED}`;

interface Unstored {
  tenantId: string;
  uploadId: string;
}

export function anyWaits(both: BothTables): boolean {
  return both.some((sql) => sql.all(`SELECT 1 ${WAITING} LIMIT 1`).length > 0);
}

/**
 * Gives up uploads whose text is nowhere, because the request died before it stored it: they have no
 * job, and no file by which the hourly sweep could find them. Gives them, and why the files could not
 * be asked, if so.
 */
export async function giveUpUnstored(
  both: BothTables,
  files: Pick<R2Bucket, "head">,
  now: number,
): Promise<{ given: Unstored[]; failed: PromiseRejectedResult | undefined }> {
  const late = both.flatMap((sql) =>
    sql.all<Upload>(LATE, now - STORED_WITHIN_MS).map((upload) => ({ sql, upload })),
  );
  const given: Unstored[] = [];
  const { failed } = await tryEach(late, async ({ sql, upload }) => {
    const { by } = fieldsOf(upload);
    if (by === undefined) return;
    const { tenantId } = by;
    if ((await files.head(keyOf(tenantId, upload.id))) !== null || !isAsBefore(sql, upload)) return;
    failUpload(sql, upload.id, "upload_lost", now);
    given.push({ tenantId, uploadId: upload.id });
  });
  return { given, failed };
}

/** False if the upload ended, moved or was sent again while its file was asked for. */
function isAsBefore(sql: Sql, { id, updated_at: at }: Upload): boolean {
  return sql.all(`SELECT 1 ${WAITING} AND id = ? AND updated_at = ?`, id, at).length > 0;
}
