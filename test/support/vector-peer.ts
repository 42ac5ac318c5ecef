import * as z from "zod";

/**
 * Words that mean the same; each line is one direction of the vectors. All other words share the rest.
 */
const MEANINGS = [
  ["car", "automobile", "vehicle", "coche"],
  ["doctor", "physician", "médico"],
  ["fix", "repair", "mend", "reparar"],
  ["broken", "defective", "damaged"],
  ["porto", "oporto"],
  ["network", "red"],
];
const REST = 2;
export const DIMENSIONS = MEANINGS.length + REST;
export const EMBED_MODEL = "meaning-small";
export const VECTOR_KEY = "vectors-s3cret";
export const EMBED_KEY = "embed-s3cret";

const ROOT = "/client/v4/accounts/acc-1/vectorize/v2/indexes/rampart/";
const MOST_BYTES = 64;
/** With more, the index answers "too many ids in payload; max id count is 100" (40007). */
const MOST_DELETED = 100;
const MOST_UPSERTED = 5_000;

const name = z
  .string()
  .min(1)
  .refine((text) => new TextEncoder().encode(text).length <= MOST_BYTES);
const values = z.array(z.number()).length(DIMENSIONS);
const stored = z.strictObject({ id: name, namespace: name.optional(), values });
const query = z.strictObject({
  vector: values,
  topK: z.int().min(1).max(100).default(5),
  namespace: name.optional(),
  returnValues: z.boolean().default(false),
  returnMetadata: z.enum(["none", "indexed", "all"]).default("none"),
});
const removal = z.strictObject({ ids: z.array(name).min(1).max(MOST_DELETED) });
const embedding = z.strictObject({
  model: z.literal(EMBED_MODEL),
  input: z.array(z.string().min(1)).min(1).max(2_048),
  encoding_format: z.literal("float"),
});

export type Stored = z.output<typeof stored>;
type Operation = "embeddings" | "query" | "upsert" | "delete_by_ids";

/**
 * An embedding model and a Vectorize index as their documentation describes them. They are strict:
 * another path, key, type or field is answered with an error.
 */
export class VectorPeer {
  readonly vectors = new Map<string, Stored>();
  readonly embedded: string[] = [];
  readonly asked: Operation[] = [];
  readonly refused: string[] = [];
  /** Ids that the index always returns, whatever the question is. */
  forged: string[] = [];
  /** Operations that answer with this status; with 0 they never answer. */
  failing: Partial<Record<Operation, number>> = {};
  /** Operations that are carried out, but whose answer is lost. */
  losing = new Set<string>();
  /** Texts that the model refuses, and with each of them the whole request. */
  refusing: (text: string) => boolean = () => false;
  /** Changes the model's vectors before they are sent. */
  spoil: (vectors: number[][]) => number[][] = (vectors) => vectors;
  /** Runs when an upsert has arrived and is not carried out yet. */
  beforeUpsert: () => Promise<void> = async () => {};
  /** Runs when an upsert is carried out and not answered yet. */
  duringUpsert: () => Promise<void> = async () => {};

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { signal } = init ?? {};
    const ended = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
    return Promise.race([this.answer(request), ended]);
  };

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    if (request.method !== "POST") return this.refuse(405, "method");
    if (pathname === "/v1/embeddings") return this.fail("embeddings") ?? this.embed(request, body);
    if (!pathname.startsWith(ROOT)) return this.refuse(404, pathname);
    if (request.headers.get("authorization") !== `Bearer ${VECTOR_KEY}`) {
      return this.refuse(403, "key");
    }
    const operation = pathname.slice(ROOT.length);
    if (operation === "query") return this.fail(operation) ?? this.query(request, body);
    if (operation !== "upsert" && operation !== "delete_by_ids") return this.refuse(404, operation);
    const failed = this.fail(operation);
    if (failed !== undefined) return failed;
    const done =
      operation === "upsert" ? await this.upsert(request, body) : this.remove(request, body);
    return this.losing.has(operation) ? new Response("lost", { status: 502 }) : done;
  }

  private fail(operation: Operation): Promise<Response> | Response | undefined {
    this.asked.push(operation);
    const status = this.failing[operation];
    if (status === 0) return new Promise(() => {});
    return status === undefined ? undefined : new Response("no", { status });
  }

  private embed(request: Request, body: string): Response {
    if (request.headers.get("authorization") !== `Bearer ${EMBED_KEY}`) {
      return this.refuse(401, "key");
    }
    const read = embedding.safeParse(parse(request, "application/json", body));
    if (!read.success) return this.refuse(400, read.error.message);
    const { input } = read.data;
    if (input.some(this.refusing)) return new Response("input is too long", { status: 400 });
    this.embedded.push(...input);
    const vectors = this.spoil(input.map(meaningOf));
    // Not in order: each vector has its index, which must be read.
    const data = vectors
      .map((one, index) => ({ object: "embedding", index, embedding: one }))
      .toReversed();
    const tokens = input.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    return Response.json({ object: "list", data, model: EMBED_MODEL, usage });
  }

  private query(request: Request, body: string): Response {
    const read = query.safeParse(parse(request, "application/json", body));
    if (!read.success) return this.refuse(400, read.error.message);
    const { vector, topK, namespace } = read.data;
    const near = [...this.vectors.values()]
      .filter((one) => namespace === undefined || one.namespace === namespace)
      .map((one) => ({ id: one.id, score: cosine(one.values, vector) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, topK);
    const matches = [...this.forged.map((id) => ({ id, score: 1 })), ...near];
    return answered({ count: matches.length, matches });
  }

  private async upsert(request: Request, body: string): Promise<Response> {
    const text = await linesOf(request, body);
    const read = z
      .array(stored)
      .min(1)
      .max(MOST_UPSERTED)
      .safeParse(text?.split("\n").map((line) => JSON.parse(line) as unknown));
    if (!read.success) return this.refuse(400, read.error.message);
    await this.beforeUpsert();
    for (const one of read.data) this.vectors.set(one.id, one);
    await this.duringUpsert();
    return mutated();
  }

  private remove(request: Request, body: string): Response {
    const read = removal.safeParse(parse(request, "application/json", body));
    if (!read.success) return this.refuse(400, read.error.message);
    for (const id of read.data.ids) this.vectors.delete(id);
    return mutated();
  }

  private refuse(status: number, message: string): Response {
    this.refused.push(message);
    const errors = [{ code: 1000, message }];
    return Response.json({ success: false, errors, messages: [], result: null }, { status });
  }
}

/** The binding as documented, over the same index. */
export function bindingOf(peer: VectorPeer) {
  const say = async (operation: string, body: string, type: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${VECTOR_KEY}`, "content-type": type };
    const url = `https://peer.example${ROOT}${operation}`;
    const answer = await peer.answer(new Request(url, { method: "POST", headers, body }));
    const { result } = await answer.json<{ result: unknown }>();
    if (!answer.ok) throw new Error(`VECTOR_ERROR (code = ${answer.status})`);
    return result;
  };
  const json = "application/json";
  return {
    query: (vector: number[], options: object) =>
      say("query", JSON.stringify({ vector, ...options }), json),
    upsert: (vectors: Stored[]) =>
      say("upsert", vectors.map((one) => JSON.stringify(one)).join("\n"), "application/x-ndjson"),
    deleteByIds: (ids: string[]) => say("delete_by_ids", JSON.stringify({ ids }), json),
  };
}

/** Makes a vector that is near to those of texts with the same meaning. */
export function meaningOf(text: string): number[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const vector = MEANINGS.map((same) => words.filter((word) => same.includes(word)).length);
  // Never all zeros, and not quite the same for texts of different lengths.
  return [...vector, 0.01, 0.001 * (text.length % 7)];
}

export function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return dot / (Math.hypot(...one) * Math.hypot(...other));
}

/** Reads the lines from a raw body or from a file in a form: both ways are documented. */
async function linesOf(request: Request, body: string): Promise<string | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (type === "application/x-ndjson") return body;
  if (!type.startsWith("multipart/form-data")) return undefined;
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const file: unknown = form.get("vectors");
  return typeof file === "string" ? file : await (file as Blob).text();
}

function parse(request: Request, type: string, body: string): unknown {
  if (request.headers.get("content-type")?.split(";")[0] !== type) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function mutated(): Response {
  return answered({ mutationId: crypto.randomUUID() });
}

function answered(result: object): Response {
  return Response.json({ success: true, errors: [], messages: [], result });
}
