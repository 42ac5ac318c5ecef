import type { Retrieved } from "../knowledge/retrieved.ts";
import { given } from "../../platform/index.ts";
import type { Caller } from "../caller.ts";
import { DEFAULT_TOP } from "../schemas.ts";
import { retrieve } from "./retrieve.ts";
import type { ContextSearch } from "./schemas.ts";
import { showDocuments } from "./show-documents.ts";

/** The passages that a query is about, and how they were found. */
export async function searchContext(caller: Caller, { query, top = DEFAULT_TOP }: ContextSearch) {
  const startedAt = performance.now();
  const found = await retrieve(caller, { query, top, now: caller.platform.now() });
  const { language, candidates, corrected, degraded } = found;
  const documents = showDocuments(found);
  const retrieval = {
    mode: modeOf(found),
    took_ms: performance.now() - startedAt,
    candidates,
    ...given({ correctedQuery: corrected }),
  };
  const context = { query, language, total: documents.length, documents, retrieval };
  return { context, degraded };
}

function modeOf({ near, candidates }: Retrieved): "lexical" | "hybrid" | "vector" {
  if (near === undefined || near === 0) return "lexical";
  return near === candidates ? "vector" : "hybrid";
}
