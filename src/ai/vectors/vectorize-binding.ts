import * as z from "zod";
import { callProvider, type Outside } from "../providers/call-provider.ts";
import { readAnswer } from "../providers/read-answer.ts";
import { bound } from "../providers/run-workers-ai.ts";
import type { StoredVector, VectorIndex } from "./vector-index.ts";
import { matches } from "./vectorize-rest.ts";

/** The answer to a write is not read. */
const written = z.unknown();

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
  const run = async <T extends z.ZodType>(
    work: () => Promise<unknown>,
    form: T,
    signal?: AbortSignal,
  ): Promise<z.output<T> | undefined> => {
    const order = { provider: name, signal, url: "", init: {}, readLater: true };
    const answer = await callProvider({ ...outside, fetch: bound(work) }, order);
    if (answer === undefined) return undefined;
    return readAnswer(answer, outside, { provider: name, signal, form });
  };
  return {
    query: async ({ vector, namespace, most, signal }) => {
      const options = {
        topK: most,
        namespace,
        returnValues: false,
        returnMetadata: "none",
      } as const;
      const read = await run(async () => binding.query(vector, options), matches, signal);
      return read?.matches;
    },
    upsert: async (vectors) =>
      (await run(async () => binding.upsert([...vectors]), written)) !== undefined,
    remove: async (ids) =>
      (await run(async () => binding.deleteByIds([...ids]), written)) !== undefined,
  };
}
