import * as z from "zod";
import { callProvider, type Outside } from "../providers/call-provider.ts";
import { readAnswer } from "../providers/read-answer.ts";
import { secretOf, type VectorizeSettings } from "../providers/service-providers.ts";
import type { VectorIndex } from "./vector-index.ts";

type RestIndex = NonNullable<VectorizeSettings["rest"]> & { name: string };

const envelope = <T extends z.ZodType>(result: T) => z.object({ success: z.literal(true), result });
const mutation = envelope(z.object({ mutationId: z.string() }));
export const matches = z.object({
  matches: z.array(z.object({ id: z.string(), score: z.number() })),
});
const found = envelope(matches);

const JSON_TYPE = "application/json";
const LINES_TYPE = "application/x-ndjson";

/** Vectorize over its REST API, version 2. A write takes effect some seconds after its answer. */
export function vectorizeRest(env: Cloudflare.Env, outside: Outside, rest: RestIndex): VectorIndex {
  const { baseUrl, accountId, index, name, keySecret } = rest;
  const root = `${baseUrl.replace(/\/+$/, "")}/accounts/${accountId}/vectorize/v2/indexes/${index}`;
  const key = secretOf(env, keySecret) ?? "";
  const send = async <T extends z.ZodType>(
    operation: string,
    form: T,
    body: string,
    type = JSON_TYPE,
    signal?: AbortSignal,
  ): Promise<z.output<T> | undefined> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": type };
    const init: RequestInit = { method: "POST", headers, body };
    const order = { provider: name, url: `${root}/${operation}`, init, signal, readLater: true };
    const answer = await callProvider(outside, order);
    if (answer === undefined) return undefined;
    return readAnswer(answer, outside, { provider: name, signal, form });
  };
  return {
    query: async ({ vector, namespace, most, signal }) => {
      const ask = { vector, namespace, topK: most, returnValues: false, returnMetadata: "none" };
      const read = await send("query", found, JSON.stringify(ask), JSON_TYPE, signal);
      return read?.result.matches;
    },
    upsert: async (vectors) => {
      const lines = vectors.map((one) => JSON.stringify(one)).join("\n");
      return (await send("upsert", mutation, lines, LINES_TYPE)) !== undefined;
    },
    remove: async (ids) =>
      (await send("delete_by_ids", mutation, JSON.stringify({ ids }))) !== undefined,
  };
}
