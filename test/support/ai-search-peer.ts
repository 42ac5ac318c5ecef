import * as z from "zod";
import type { AiSearchBinding } from "../../src/ai/vectors/ai-search/binding.ts";
import { cosine, meaningOf } from "./vector-peer.ts";

const MOST_BYTES = 4_000_000;
const CHARACTERS_A_TOKEN = 4;

/** The types say 32 letters, a newer page 64. */
const instanceId = z
  .string()
  .max(32)
  .regex(/^[a-z0-9_]+(?:-[a-z0-9_]+)*$/);
const config = z.strictObject({
  id: instanceId,
  embedding_model: z.string().optional(),
  index_method: z.strictObject({ vector: z.boolean(), keyword: z.boolean() }).optional(),
  chunk_size: z.int().min(64).max(512).default(256),
  chunk_overlap: z.int().min(0).max(30).default(10),
  cache: z.boolean().default(true),
  rewrite_query: z.boolean().default(false),
  reranking: z.boolean().default(false),
});
const key = z
  .string()
  .max(128)
  .regex(/\.(?:txt|md)$/);
const off = z.strictObject({ enabled: z.boolean() }).optional();
const request = z.strictObject({
  query: z.string().min(1),
  ai_search_options: z.strictObject({
    retrieval: z.strictObject({
      retrieval_type: z.enum(["vector"]),
      match_threshold: z.number().min(0).max(1).default(0.4),
      max_num_results: z.int().min(1).max(50).default(10),
      metadata_only: z.boolean().default(false),
      return_on_failure: z.boolean().default(true),
    }),
    query_rewrite: off,
    reranking: off,
    cache: off,
  }),
});
const page = { page: z.int().min(1).default(1), per_page: z.int().min(1).max(50).default(20) };
const listOrder = z.strictObject({
  key: z.string().optional(),
  status: z.enum(["queued", "running", "completed", "error"]).optional(),
  source: z.literal("builtin").optional(),
  ...page,
});
const instancesOrder = z.strictObject({ search: z.string().optional(), ...page });

interface Item {
  id: string;
  key: string;
  text: string;
  status: "completed" | "error";
  error?: string;
}

interface Instance {
  config: z.output<typeof config>;
  items: Map<string, Item>;
}

type Operation = "search" | "upload" | "items" | "remove" | "create" | "list" | "delete" | "stats";

/**
 * A namespace of AI Search as its documentation describes it. It is strict: another field or value is an
 * error. What it says is refused by a name that its page of errors has.
 */
export class AiSearchPeer {
  readonly instances = new Map<string, Instance>();
  readonly asked: Operation[] = [];
  readonly queries: string[] = [];
  readonly refused: string[] = [];
  /** Operations that fail with this text; with an empty one they never answer. */
  failing: Partial<Record<Operation, string>> = {};
  /** Operations that are carried out, but whose answer is lost. */
  losing = new Set<string>();
  /** Keys that every search returns, whatever the question is. */
  forged: string[] = [];
  mostInstances = 5_000;
  /** The types call an upload an upsert, the page of errors says that a key cannot be used twice. */
  overwrites = false;
  /** Lists all that it has: it knows neither the filter by key nor the search by name. */
  ignoresFilters = false;
  /** Each page of instances is the first. */
  ignoresPages = false;
  /** How many calls it answers; the runtime allows so many in one turn of an object. */
  callsLeft = Infinity;
  /** Instances that somebody has paused. */
  readonly paused = new Set<string>();
  /** Why an item is not indexed; undefined if it is. */
  unfit: (text: string) => string | undefined = () => undefined;
  /** Runs when an upload is carried out and not answered yet. */
  duringUpload: () => Promise<void> = async () => {};

  readonly fetch: typeof fetch = async () => {
    throw new Error("nothing else is called");
  };

  readonly binding: AiSearchBinding = {
    get: (id) => this.instance(id),
    create: async (order) =>
      this.answer("create", () => {
        const made = this.read(config, order);
        if (this.instances.has(made.id))
          refuse("AiSearchError", "ai_search_with_this_name_already_exist");
        if (this.instances.size >= this.mostInstances)
          refuse("AiSearchError", "max_instances_reached");
        this.instances.set(made.id, { config: made, items: new Map() });
        // A handle: nothing about it can be made JSON.
        return { info: () => 1n, toJSON: () => 1n };
      }),
    list: async (order) =>
      this.answer("list", () => {
        const { search = "", page: at, per_page } = this.read(instancesOrder, order);
        const result = [...this.instances.keys()].filter(
          (id) => this.ignoresFilters || id.includes(search),
        );
        const from = this.ignoresPages ? 0 : (at - 1) * per_page;
        const shown = result.slice(from, from + per_page);
        return { result: shown.map((id) => ({ id, status: "active" })) };
      }),
    delete: async (id) =>
      this.answer("delete", () => {
        this.found(id);
        this.instances.delete(id);
      }),
  };

  /** All items, with the instances in which they are. */
  all(): (Item & { instance: string })[] {
    return [...this.instances].flatMap(([instance, { items }]) =>
      [...items.values()].map((item) => ({ ...item, instance })),
    );
  }

  private instance(id: string): ReturnType<AiSearchBinding["get"]> {
    return {
      search: async (order) => this.answer("search", () => this.search(this.found(id), order)),
      stats: async () =>
        this.answer("stats", () => {
          const items = [...this.found(id).items.values()];
          const error = items.filter(({ status }) => status === "error").length;
          return { queued: 0, running: 0, completed: items.length - error, error };
        }),
      items: {
        upload: async (name, content) => {
          const done = await this.answer("upload", () => {
            const instance = this.found(id);
            if (this.paused.has(id)) refuse("AiSearchError", "ai_search_is_paused");
            return this.upload(instance, name, content);
          });
          await this.duringUpload();
          return done;
        },
        list: async (order) =>
          this.answer("items", () => {
            const { key: name, status, page: at, per_page } = this.read(listOrder, order);
            const result = [...this.found(id).items.values()]
              .filter((one) => this.ignoresFilters || name === undefined || one.key === name)
              .filter((one) => status === undefined || one.status === status);
            const shown = result.slice((at - 1) * per_page, at * per_page);
            return { result: shown.map(({ text: _text, ...one }) => one) };
          }),
        get: (itemId) => ({
          sync: async () => this.answer("items", () => this.index(this.item(id, itemId))),
        }),
        delete: async (itemId) =>
          this.answer("remove", () => {
            this.found(id).items.delete(this.item(id, itemId).key);
          }),
      },
    };
  }

  private upload({ items }: Instance, name: string, content: string) {
    const named = this.read(key, name);
    if (content.length > MOST_BYTES) refuse("AiSearchError", "file_exceeds_maximum_size");
    const before = items.get(named);
    if (before !== undefined && !this.overwrites) refuse("AiSearchError", "item_key_already_exist");
    const id = before?.id ?? crypto.randomUUID();
    const item: Item = { id, key: named, text: content, status: "completed" };
    items.set(named, item);
    this.index(item);
    return { id, key: named, status: "queued" };
  }

  private index(item: Item) {
    const error = this.unfit(item.text);
    if (error === undefined) Object.assign(item, { status: "completed", error: undefined });
    else Object.assign(item, { status: "error", error });
    return { id: item.id, key: item.key, status: "queued" };
  }

  private search({ config: { chunk_size }, items }: Instance, order: unknown) {
    const { query, ai_search_options: options } = this.read(request, order);
    const { match_threshold, max_num_results, metadata_only } = options.retrieval;
    this.queries.push(query);
    const near = [...items.values()]
      .filter(({ status }) => status === "completed")
      .flatMap(({ key: name, text }) =>
        chunksOf(text, chunk_size).map((part, at) => ({
          id: `${name}-${at}`,
          type: "text",
          score: cosine(meaningOf(part), meaningOf(query)),
          text: metadata_only ? "" : part,
          item: { key: name, timestamp: 1, metadata: { filename: name, folder: "" } },
        })),
      )
      .filter(({ score }) => score >= match_threshold)
      .sort((a, b) => b.score - a.score);
    const forged = this.forged.map((name) => ({
      id: name,
      score: 1,
      text: "",
      item: { key: name },
    }));
    return { search_query: query, chunks: [...forged, ...near].slice(0, max_num_results) };
  }

  private found(id: string): Instance {
    return this.instances.get(id) ?? refuse("AiSearchNotFoundError", "ai_search_not_found");
  }

  private item(instance: string, id: string): Item {
    const item = [...this.found(instance).items.values()].find((one) => one.id === id);
    return item ?? refuse("AiSearchNotFoundError", "item_not_found");
  }

  private read<T extends z.ZodType>(form: T, order: unknown): z.output<T> {
    const read = form.safeParse(order);
    if (read.success) return read.data;
    this.refused.push(read.error.message);
    return refuse("AiSearchError", "invalid_request");
  }

  private async answer<T>(operation: Operation, work: () => T): Promise<T> {
    this.callsLeft -= 1;
    if (this.callsLeft < 0) throw new Error("Too many subrequests.");
    this.asked.push(operation);
    const fails = this.failing[operation];
    if (fails === "") return new Promise<never>(() => {});
    if (fails !== undefined) refuse("AiSearchInternalError", fails);
    const done = work();
    if (this.losing.has(operation)) refuse("AiSearchInternalError", "Internal Error");
    return done;
  }
}

function refuse(name: string, message: string): never {
  throw Object.assign(new Error(message), { name });
}

/** Parts of so many tokens at most, at a blank. */
function chunksOf(text: string, tokens: number): string[] {
  const most = tokens * CHARACTERS_A_TOKEN;
  return text.match(new RegExp(`[^]{1,${most}}(?=\\s|$)|[^]{1,${most}}`, "g")) ?? [];
}
