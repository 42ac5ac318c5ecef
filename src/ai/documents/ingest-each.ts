import { failureOf, INTERNAL, isRefusal, refusalOf, type Refusal } from "../../http/index.ts";
import { given, type Platform } from "../../platform/index.ts";
import { ingest, type Ingesting } from "./ingest.ts";
import type { BatchItem, DocumentOrder, Receipt } from "./schemas.ts";

/** Takes in documents one after the other. One that fails, for whatever reason, stops no other. */
export async function ingestEach(
  ingesting: Ingesting,
  documents: readonly DocumentOrder[],
  platform: Platform,
): Promise<BatchItem[]> {
  const items: BatchItem[] = [];
  for (const document of documents) {
    const failed = (error: unknown) => showFailure(ingesting, error, platform);
    items.push(await ingest(ingesting, document).then(show, failed));
  }
  return items;
}

function show(outcome: Receipt | Refusal): BatchItem {
  if (!isRefusal(outcome)) return outcome;
  const { status, error, message } = outcome;
  return { statusCode: status, error, message };
}

/** The reason goes to the log, and only the id of the request to the caller. */
function showFailure({ tenantId, by }: Ingesting, error: unknown, { log }: Platform): BatchItem {
  const { requestId } = by;
  const reason = failureOf(error);
  log({ level: "error", event: "document_failed", tenantId, requestId, reason });
  const refusal = error instanceof Error ? refusalOf(error) : undefined;
  const shown = refusal === undefined ? { statusCode: 500, ...INTERNAL } : show(refusal);
  return { ...shown, ...given({ requestId }) };
}
