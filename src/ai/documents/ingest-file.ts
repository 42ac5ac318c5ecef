import { isRefusal, refuseField, type Refusal } from "../../http/index.ts";
import { sha256 } from "../../platform/index.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { convertFile } from "./convert-file.ts";
import { checkFile, type FileKind } from "./file-kinds.ts";
import { findConverter } from "./find-converter.ts";
import type { Ingesting } from "./ingest.ts";
import { tooManyConversions } from "./refuse-conversion.ts";
import type { DocumentOrder, Receipt } from "./schemas.ts";
import { dropFile } from "./drop-file.ts";
import { aclFrom, contentHash, endOf, receiptOf, takeIn } from "./take-in.ts";

/** The most conversions in one batch: each may take as long as a provider has time to answer. */
const MAX_CONVERSIONS = 10;

/**
 * As `ingest`, for a file that a provider converts. A file is the same if its bytes are the same,
 * because the text may come out differently another time.
 */
export async function ingestFile(
  ingesting: Ingesting,
  kind: FileKind,
  order: DocumentOrder,
): Promise<Receipt | Refusal> {
  const caller = await ingesting.caller();
  const converter = findConverter(caller, kind.type);
  if (isRefusal(converter)) return converter;
  const end = endOf(order, ingesting.now);
  if (isRefusal(end)) return end;
  const sent = order.contentBase64?.length ?? 0;
  const opened = openFile(kind, order);
  if (isRefusal(opened)) return opened;
  const hash = contentHash(order, end, opened.fingerprint);
  const same = await findSame(ingesting, order, hash);
  if (isRefusal(same)) return same;
  if (same !== undefined) {
    await dropFile(ingesting.env, ingesting.tenantId, same.dropped);
    return receiptOf(same.row, same.moved === true);
  }
  if (ingesting.conversions >= MAX_CONVERSIONS) return tooManyConversions(MAX_CONVERSIONS);
  ingesting.conversions += 1;
  const { signal } = ingesting;
  const letSentGo = () => ingesting.letBodyGo?.(sent);
  const raw = await convertFile(caller, converter, opened.file, { signal, letSentGo });
  return isRefusal(raw) ? raw : takeIn(ingesting, order, end, { raw, hashOf: () => hash });
}

/** The document of this name, if it was made of the same bytes. */
async function findSame({ env, tenantId, now, by }: Ingesting, order: DocumentOrder, hash: string) {
  const { externalId } = order;
  if (externalId === undefined) return undefined;
  const knowledge = knowledgeOf(env, tenantId);
  const acl = aclFrom(order);
  return acl === null
    ? knowledge.recognise(externalId, hash, by)
    : knowledge.recogniseFor({ externalId, hash, acl, now }, by);
}

/**
 * Takes the bytes out of the order, so that they are held once only: a provider may take its time, and
 * an isolate has no room for several people's files twice.
 */
function openFile(kind: FileKind, order: DocumentOrder) {
  if (order.contentBase64 === undefined) {
    return refuseField("text", "must be left out for such a file");
  }
  const bytes = Buffer.from(order.contentBase64, "base64");
  order.contentBase64 = "";
  const { type, extension } = kind;
  const file = { name: `document.${extension}`, blob: new Blob([bytes], { type }) };
  return checkFile(bytes, kind) ?? { fingerprint: sha256(bytes), file };
}
