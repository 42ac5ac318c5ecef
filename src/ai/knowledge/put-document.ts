import type { Refusal } from "../../http/index.ts";
import { guessLanguage, type Language } from "../text/guess-language.ts";
import { findByExternalId, findDocument, refuseMore } from "./read-documents.ts";
import { refuseName } from "./refuse-name.ts";
import type { Sql } from "./sql.ts";
import { dropUpload, findUpload } from "./uploads.ts";
import { writeDocument, type DocumentRow } from "./write-document.ts";
import type { Danger } from "./write-pieces.ts";

export interface PutOrder {
  /** The id for a document that does not exist yet. */
  id: string;
  externalId: string | null;
  title: string;
  source: string;
  url: string | null;
  mimeType: string;
  language?: Language | undefined;
  tags: string[];
  hash: string;
  text: string;
  removed: number;
  expiresAt: number | null;
  now: number;
}

export interface Put {
  outcome: "created" | "changed" | "unchanged" | Refusal;
  row?: DocumentRow;
  /** An upload that was on its way and was dropped for this. */
  dropped?: string | undefined;
}

/**
 * Stores a document. The same content again changes nothing; other content under the same name is a new
 * version.
 */
export function putDocument(sql: Sql, order: PutOrder, scan: (text: string) => Danger): Put {
  const known =
    order.externalId === null
      ? findDocument(sql, order.id)
      : findByExternalId(sql, order.externalId);
  const taken = known === undefined ? refuseName(sql, order.externalId) : undefined;
  if (taken !== undefined) return { outcome: taken };
  if (known !== undefined && known.hash === order.hash) {
    return { outcome: "unchanged", ...asItStands(sql, known) };
  }
  const waiting = known && findUpload(sql, known.id);
  const full = refuseMore(sql);
  if (full !== undefined) return { outcome: full };
  if (waiting !== undefined) dropUpload(sql, waiting);
  const row = writeDocument(
    sql,
    {
      id: known?.id ?? order.id,
      external_id: order.externalId,
      title: order.title,
      source: order.source,
      url: order.url,
      mime_type: order.mimeType,
      language: order.language ?? guessLanguage(order.text),
      tags: JSON.stringify(order.tags),
      hash: order.hash,
      version: (known?.version ?? 0) + 1,
      removed: order.removed,
      expires_at: order.expiresAt,
      created_at: known?.created_at ?? order.now,
      updated_at: order.now,
      text: order.text,
    },
    scan,
  );
  return { outcome: row.version === 1 ? "created" : "changed", row, dropped: waiting?.id };
}

/** A document whose newest content was sent again, and the upload that was dropped for it. */
export type Recognised = Required<Pick<Put, "row">> &
  Pick<Put, "dropped"> & {
    /** Whether it had another acl before. */
    moved?: boolean;
  };

/** The document of this name, if it has this content. */
export function recognise(sql: Sql, externalId: string, hash: string): Recognised | undefined {
  const known = findByExternalId(sql, externalId);
  return known?.hash === hash ? asItStands(sql, known) : undefined;
}

/** Gives the document as it is. An upload on its way was sent before this order, so it is dropped. */
function asItStands(sql: Sql, row: DocumentRow): Recognised {
  const waiting = findUpload(sql, row.id);
  if (waiting !== undefined) dropUpload(sql, waiting);
  return { row, dropped: waiting?.id };
}
