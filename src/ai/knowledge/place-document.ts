import { isRefusal, type Refusal } from "../../http/index.ts";
import { aclOf, setAcl, type Acl } from "./acl.ts";
import { announce, type Announced } from "./announce-upload.ts";
import { bothTables, holding, type BothTables } from "./both-tables.ts";
import { holdBack } from "./hold-back.ts";
import { moveDocument } from "./move-document.ts";
import { publishUpload, type Published, type Whole } from "./publish-upload.ts";
import {
  putDocument,
  recognise,
  type Put,
  type PutOrder,
  type Recognised,
} from "./put-document.ts";
import { findByExternalId, refuseMore } from "./read-documents.ts";
import type { Sql } from "./sql.ts";
import { aclOfUpload, failUpload, type NewUpload } from "./uploads.ts";
import type { Danger } from "./write-pieces.ts";

type Scan = (text: string) => Danger;
/** Whether the document had another acl before. */
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

/**
 * As `announce`. At once nobody outside the new acl finds the version that is there. Those whom only
 * the new acl names find the document once the new text is indexed.
 */
export function announcePlaced(
  sql: Sql,
  upload: NewUpload,
  acl: Acl,
  scan: Scan,
): Announced & Moved {
  return sql.atomically(() => {
    const place = holdBack(sql, upload, acl) ?? moveDocument(sql, { ...upload, acl }, scan);
    if (isRefusal(place)) return refusedAs(place, upload);
    const announced = announce(place.sql, { ...upload, acl });
    if (isRefusal(announced.outcome)) return { ...announced, moved: false };
    const { moved, acl: now } = place;
    if (now !== null) setAcl(sql, announced.documentId, now);
    return { ...announced, moved, acl: now, dropped: announced.dropped ?? place.dropped };
  });
}

function refusedAs(outcome: Refusal, { id, uploadId }: NewUpload): Announced & Moved {
  return { outcome, documentId: id, uploadId, version: 0, status: "queued", moved: false };
}

/**
 * As `publishUpload`, with the acl that came with the text. The audit log gets the `acl` that is
 * returned: null if a restricted document is for everybody now.
 */
export function publishPlaced(
  both: BothTables,
  id: string,
  { now, ...whole }: Whole & { now: number },
  scan: Scan,
): (Published & { acl: Acl | undefined }) | undefined {
  const [open] = both;
  return open.atomically(() => {
    const sql = holding(both, id);
    const sent = aclOfUpload(sql, id);
    const opens = sql !== open && sent === null;
    if (opens && refuseMore(open, whole.pieces) !== undefined) {
      failUpload(sql, id, "knowledge_full", now);
      return undefined;
    }
    const published = publishUpload(sql, id, whole);
    if (published === undefined) return undefined;
    const { id: documentId, external_id: externalId, updated_at } = published.row;
    if (opens) moveDocument(open, { externalId, acl: null, now: updated_at }, scan);
    else if (sent) setAcl(open, documentId, sent);
    return { ...published, acl: opens ? null : (aclOf(open, documentId) ?? undefined) };
  });
}

interface Known {
  externalId: string;
  hash: string;
  acl: Acl;
  now: number;
}

/** As `recognise`, after the document was moved to the tables for its acl. */
export function recognisePlaced(
  sql: Sql,
  known: Known,
  scan: Scan,
): Recognised | Refusal | undefined {
  const { externalId, hash, acl } = known;
  return sql.atomically(() => {
    const [open, restricted] = bothTables(sql).map((one) => findByExternalId(one, externalId));
    // After a rollback both may be there: the one with this acl stays.
    const stands = acl === null ? (open ?? restricted) : (restricted ?? open);
    if (stands?.hash !== hash) return undefined;
    const place = moveDocument(sql, known, scan);
    if (isRefusal(place)) return place;
    const found = recognise(place.sql, externalId, hash);
    if (found === undefined) return undefined;
    if (acl !== null) setAcl(sql, found.row.id, acl);
    return { ...found, moved: place.moved, dropped: found.dropped ?? place.dropped };
  });
}
