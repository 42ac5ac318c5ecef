import { refusePast } from "../../access/refuse-past.ts";
import { parseMoment } from "../../http/contract/index.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { database, uuidv7, sha256 } from "../../platform/index.ts";
import { refuseNew } from "../../tenants/refuse-new.ts";
import type { Acl } from "../knowledge/acl.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { DocumentRow } from "../knowledge/write-document.ts";
import { guessLanguage, knownLanguage } from "../text/guess-language.ts";
import type { Ingesting } from "./ingest.ts";
import { readDocument } from "./read-document.ts";
import { dropFile } from "./drop-file.ts";
import { sendLong } from "./send-long.ts";
import { MAX_TEXT } from "./limits.ts";
import type { DocumentOrder, Receipt } from "./schemas.ts";
import { tooLong } from "./too-long.ts";

interface Content {
  /** The text as it was sent. For a file, the text made from it. */
  raw: string;
  /** The hash by which the same content is recognised. */
  hashOf: (text: string) => string;
}

/** When the document expires, which must not be in the past. */
export function endOf({ expiresAt }: DocumentOrder, now: number): number | null | Refusal {
  const end = parseMoment(expiresAt) ?? null;
  return refusePast(end, now) ?? end;
}

/** Who finds the document; null: everybody of the tenant. */
export function aclFrom({ acl }: DocumentOrder): Acl {
  return acl?.toSorted() ?? null;
}

/** The hash of everything that makes a new version of a document. */
export function contentHash(order: DocumentOrder, end: number | null, content: string): string {
  const { title, source, url, mimeType, language, tags } = order;
  return sha256(JSON.stringify([title, source, url, mimeType, language, tags, end, content]));
}

/** Reads a text and indexes it, or sends it to the queue if it is long. */
export async function takeIn(
  { env, tenantId, by, now, conversions }: Ingesting,
  order: DocumentOrder,
  end: number | null,
  { raw, hashOf }: Content,
): Promise<Receipt | Refusal> {
  // While a provider took its time, the tenant may have been closed and erased.
  const closed = conversions > 0 ? await refuseNew(database(env), tenantId) : undefined;
  if (closed !== undefined) return closed;
  const fields = fieldsOf(order, end, now);
  const named = knownLanguage(order.language);
  const acl = aclFrom(order);
  if (raw.length > MAX_TEXT) {
    const language = named ?? guessLanguage(raw);
    return sendLong(env, tenantId, { ...fields, by, language, hash: hashOf(raw), acl }, raw);
  }
  const read = readDocument(raw, order.mimeType);
  if (isRefusal(read)) return read;
  const { text, removed } = read;
  if (text === "" || text.length > MAX_TEXT) return unfit(order, text.length);
  const version = { ...fields, language: named, hash: hashOf(text), text, removed };
  const knowledge = knowledgeOf(env, tenantId);
  const { outcome, row, dropped } = await (acl === null
    ? knowledge.put(version, by)
    : knowledge.putFor(version, by, acl));
  await dropFile(env, tenantId, dropped);
  if (isRefusal(outcome)) return outcome;
  if (row === undefined) throw new Error("a document was put and is not there");
  return receiptOf(row, outcome !== "unchanged");
}

export function receiptOf({ id, version, status }: DocumentRow, changed: boolean): Receipt {
  return { id, version, status, changed };
}

function fieldsOf(order: DocumentOrder, expiresAt: number | null, now: number) {
  const { externalId = null, title, source, url = null, mimeType, tags } = order;
  return { id: uuidv7(now), externalId, title, source, url, mimeType, tags, expiresAt, now };
}

function unfit(order: DocumentOrder, length: number): Refusal {
  if (length > MAX_TEXT) return tooLong(MAX_TEXT);
  const path = order.text === undefined ? "contentBase64" : "text";
  return refuse(400, "invalid_document", "The document has no text that a reader would see.", {
    details: [{ path, message: "has nothing that a reader would see" }],
  });
}
