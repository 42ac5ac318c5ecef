import type { LetGo } from "../../platform/index.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import type { Changer } from "../knowledge/document-line.ts";
import type { Caller } from "../caller.ts";
import { ingestFile } from "./ingest-file.ts";
import { knownType } from "./read-document.ts";
import type { DocumentOrder, Receipt } from "./schemas.ts";
import { contentHash, endOf, takeIn } from "./take-in.ts";

/** What one request that ingests documents needs. */
export interface Ingesting {
  env: Cloudflare.Env;
  tenantId: TenantId;
  by: Changer;
  now: number;
  /** Called only if a provider is needed, as few documents do. */
  caller: () => Promise<Caller>;
  /** Called with the length of a file that is held in another place, where it takes room of its own. */
  letBodyGo?: LetGo | undefined;
  /** Aborted when the client has gone. */
  signal?: AbortSignal;
  /** How many files were sent to a provider so far. */
  conversions: number;
}

/** Reads, cleans and indexes one document. The same content again changes nothing. */
export async function ingest(
  ingesting: Ingesting,
  order: DocumentOrder,
): Promise<Receipt | Refusal> {
  // Before the bytes are decoded: an unknown format must not be refused as broken text.
  const type = knownType(order.mimeType);
  if (isRefusal(type)) return type;
  if (typeof type === "object") return ingestFile(ingesting, type, order);
  const raw = order.text ?? decode(order.contentBase64 ?? "");
  if (isRefusal(raw)) return raw;
  const end = endOf(order, ingesting.now);
  if (isRefusal(end)) return end;
  return takeIn(ingesting, order, end, { raw, hashOf: (text) => contentHash(order, end, text) });
}

function decode(base64: string): string | Refusal {
  const bytes = Buffer.from(base64, "base64");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return refuse(400, "invalid_document", "The document is not text in UTF-8.", {
      details: [{ path: "contentBase64", message: "must be UTF-8" }],
    });
  }
}
