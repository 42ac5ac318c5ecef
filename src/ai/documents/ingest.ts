import type { TenantId } from "../../access/claim-tenant.ts";
import { refusePast } from "../../access/refuse-past.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { uuidv7, sha256 } from "../../platform/index.ts";
import type { Changer } from "../knowledge/document-line.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { guessLanguage, knownLanguage } from "../text/guess-language.ts";
import { knownType, readDocument } from "./read-document.ts";
import { dropFile, sendLong } from "./send-long.ts";
import { MAX_TEXT, type DocumentOrder, type Receipt } from "./schemas.ts";
import { tooLong } from "./too-long.ts";

/** Reads, cleans and indexes one document; the same content again changes nothing. */
export async function ingest(
  env: Cloudflare.Env,
  tenantId: TenantId,
  order: DocumentOrder,
  by: Changer,
  now: number,
): Promise<Receipt | Refusal> {
  // Before its bytes are looked at: a format that cannot be read is no text that is broken.
  const type = knownType(order.mimeType);
  if (isRefusal(type)) return type;
  const raw = order.text ?? decode(order.contentBase64 ?? "");
  if (isRefusal(raw)) return raw;
  const expiresAt = order.expiresAt === undefined ? null : Date.parse(order.expiresAt);
  const past = refusePast(expiresAt, now);
  if (past !== undefined) return past;
  const hashOf = (text: string) => contentHash(order, expiresAt, text);
  const fields = fieldsOf(order, expiresAt, now);
  const named = knownLanguage(order.language);
  if (raw.length > MAX_TEXT) {
    const language = named ?? guessLanguage(raw);
    return sendLong(env, tenantId, { ...fields, by, language, hash: hashOf(raw) }, raw);
  }
  const read = readDocument(raw, order.mimeType);
  if (isRefusal(read)) return read;
  if (read.text === "" || read.text.length > MAX_TEXT) return unfit(read.text.length);
  const put = await knowledgeOf(env, tenantId).put(
    {
      ...fields,
      language: named,
      hash: hashOf(read.text),
      text: read.text,
      removed: read.removed,
    },
    by,
  );
  const { outcome, row, dropped } = put;
  await dropFile(env, tenantId, dropped);
  if (isRefusal(outcome)) return outcome;
  if (row === undefined) throw new Error("a document was put and is not there");
  const { id, version, status } = row;
  return { id, version, status, changed: outcome !== "unchanged" };
}

/** Of all that makes a new version of a document. */
function contentHash(order: DocumentOrder, expiresAt: number | null, text: string): string {
  const { title, source, url, mimeType, language, tags } = order;
  return sha256(JSON.stringify([title, source, url, mimeType, language, tags, expiresAt, text]));
}

function fieldsOf(order: DocumentOrder, expiresAt: number | null, now: number) {
  const { externalId = null, title, source, url = null, mimeType, tags } = order;
  return { id: uuidv7(now), externalId, title, source, url, mimeType, tags, expiresAt, now };
}

function decode(base64: string): string | Refusal {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return refuse(400, "invalid_document", "The document is not text in UTF-8.", {
      details: [{ path: "contentBase64", message: "must be UTF-8" }],
    });
  }
}

function unfit(length: number): Refusal {
  if (length > MAX_TEXT) return tooLong(MAX_TEXT);
  return refuse(400, "invalid_document", "The document has no text that a reader would see.", {
    details: [{ path: "text", message: "has nothing that a reader would see" }],
  });
}
