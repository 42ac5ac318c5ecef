import { callProvider, type Outside } from "../providers/call-provider.ts";
import { bound } from "../providers/run-workers-ai.ts";
import type { StoredVector, VectorIndex } from "./vector-index.ts";
import { matches } from "./vectorize-rest.ts";

/** The part of the binding that is used here, as it is documented. */
export interface VectorizeBinding {
  query: (
    vector: number[],
    options: { topK: number; namespace: string; returnValues: false; returnMetadata: "none" },
  ) => Promise<unknown>;
  upsert: (vectors: StoredVector[]) => Promise<unknown>;
  deleteByIds: (ids: string[]) => Promise<unknown>;
}

/** Vectorize by its binding, under the same time limit, repeats and breaker as over HTTP. */
export function vectorizeBinding(
  binding: VectorizeBinding,
  outside: Outside,
  name: string,
): VectorIndex {
  const run = async (work: () => Promise<unknown>, signal?: AbortSignal) =>
    callProvider({ ...outside, fetch: bound(work) }, { provider: name, signal, url: "", init: {} });
  return {
    query: async ({ vector, namespace, most, signal }) => {
      const options = {
        topK: most,
        namespace,
        returnValues: false,
        returnMetadata: "none",
      } as const;
      const answer = await run(async () => binding.query(vector, options), signal);
      const read = matches.safeParse(await answer?.json());
      return read.success ? read.data.matches : undefined;
    },
    upsert: async (vectors) => (await run(async () => binding.upsert([...vectors]))) !== undefined,
    remove: async (ids) => (await run(async () => binding.deleteByIds([...ids]))) !== undefined,
  };
}
