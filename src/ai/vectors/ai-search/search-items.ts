import * as z from "zod";
import type { Match } from "../vector-index.ts";
import { callBinding } from "./call-binding.ts";
import { pieceOf, type Instance } from "./instance.ts";

const OFF = { enabled: false } as const;

const found = z.object({
  chunks: z.array(z.object({ score: z.number(), item: z.object({ key: z.string() }) })),
});

/**
 * The pieces nearest to a question, by meaning alone: their words are looked for in the tenant's object.
 * Undefined without a good answer, and without an instance.
 */
export async function searchItems(
  instance: Instance,
  query: string,
  most: number,
): Promise<Match[] | undefined> {
  const retrieval = {
    retrieval_type: "vector",
    match_threshold: 0,
    max_num_results: most,
    metadata_only: true,
    return_on_failure: false,
  } as const;
  const options = { retrieval, query_rewrite: OFF, reranking: OFF, cache: OFF };
  const own = instance.binding.get(instance.id);
  const work = async () => own.search({ query, ai_search_options: options });
  const { value } = await callBinding(instance, work, found);
  if (value === undefined) return undefined;
  const best = new Map<string, number>();
  for (const { score, item } of value.chunks) {
    const id = pieceOf(item.key);
    best.set(id, Math.max(score, best.get(id) ?? score));
  }
  return [...best].map(([id, score]) => ({ id, score }));
}
