import { isRefusal, type Refusal } from "../../http/index.ts";
import { setAcl, type Acl } from "./acl.ts";
import { announce, type Announced } from "./announce-upload.ts";
import { moveDocument } from "./move-document.ts";
import {
  putDocument,
  recognise,
  type Put,
  type PutOrder,
  type Recognised,
} from "./put-document.ts";
import { findByExternalId } from "./read-documents.ts";
import { restrictedSql } from "./restricted-tables.ts";
import type { Sql } from "./sql.ts";
import type { NewUpload } from "./uploads.ts";
import type { Danger } from "./write-pieces.ts";

type Scan = (text: string) => Danger;
/** Whether the document stood for others before. */
type Moved = { moved: boolean };

/** As `putDocument`, among the documents of this acl. A new acl alone is a change too. */
export function placeDocument(sql: Sql, order: PutOrder, acl: Acl, scan: Scan): Put & Moved {
  return sql.atomically(() => {
    const place = moveDocument(sql, { ...order, acl }, scan);
    if (isRefusal(place)) return { outcome: place, moved: false };
    const put = putDocument(place.sql, order, scan);
    if (isRefusal(put.outcome)) return { ...put, moved: false };
    const { moved } = place;
    if (acl !== null && put.row !== undefined) setAcl(sql, put.row.id, acl);
    const outcome = moved && put.outcome === "unchanged" ? "changed" : put.outcome;
    return { ...put, outcome, moved, dropped: put.dropped ?? place.dropped };
  });
}

/** As `announce`. What stands of the document has its new acl at once. */
export function announcePlaced(
  sql: Sql,
  upload: NewUpload,
  acl: Acl,
  scan: Scan,
): Announced & Moved {
  return sql.atomically(() => {
    const place = moveDocument(sql, { ...upload, acl }, scan);
    if (isRefusal(place)) return refusedAs(place, upload);
    const { moved } = place;
    const announced = announce(place.sql, upload);
    if (isRefusal(announced.outcome)) return { ...announced, moved: false };
    if (acl !== null) setAcl(sql, announced.documentId, acl);
    return { ...announced, moved, dropped: announced.dropped ?? place.dropped };
  });
}

function refusedAs(outcome: Refusal, { id, uploadId }: NewUpload): Announced & Moved {
  return { outcome, documentId: id, uploadId, version: 0, status: "queued", moved: false };
}

interface Known {
  externalId: string;
  hash: string;
  acl: Acl;
  now: number;
}

/** As `recognise`, with the document brought to where its acl has it. */
export function recognisePlaced(
  sql: Sql,
  known: Known,
  scan: Scan,
): Recognised | Refusal | undefined {
  const { externalId, hash, acl } = known;
  return sql.atomically(() => {
    const stands = (one: Sql) => findByExternalId(one, externalId)?.hash === hash;
    if (!stands(sql) && !stands(restrictedSql(sql))) return undefined;
    const place = moveDocument(sql, known, scan);
    if (isRefusal(place)) return place;
    const found = recognise(place.sql, externalId, hash);
    if (found === undefined) return undefined;
    if (acl !== null) setAcl(sql, found.row.id, acl);
    return { ...found, moved: place.moved, dropped: found.dropped ?? place.dropped };
  });
}
