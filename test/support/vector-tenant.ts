import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import type { Knowledge } from "../../src/ai/knowledge/knowledge-object.ts";
import { contextAnswer } from "../../src/ai/answer/answers.ts";
import { DAY_MS, HOUR_MS, livePlatform, MINUTE_MS } from "../../src/platform/index.ts";
import { AiSearchPeer } from "./ai-search-peer.ts";
import { anApp } from "./app.ts";
import { aModelServer } from "./model-server.ts";
import { aMember, aTenant } from "./people.ts";
import {
  bindingOf,
  DIMENSIONS,
  EMBED_KEY,
  EMBED_MODEL,
  VECTOR_KEY,
  VectorPeer,
} from "./vector-peer.ts";

const LATER_MS = MINUTE_MS;
const AHEAD_MS = HOUR_MS;

/** Makes the product with a provider of vectors, by REST or by its binding. */
export function anAppWithVectors(by: "rest" | "binding" = "rest", says?: string) {
  const peer = new VectorPeer();
  const chat = aModelServer(says ?? "");
  const outside: typeof fetch = async (input, init) =>
    new Request(input, init).url.endsWith("/chat/completions")
      ? chat.fetch(input, init)
      : peer.fetch(input, init);
  const names = { embed: `embed-${crypto.randomUUID()}`, index: `index-${crypto.randomUUID()}` };
  const providers = [
    {
      kind: "openai-compatible",
      name: names.embed,
      baseUrl: "https://models.example/v1",
      keySecret: "TEST_EMBED_KEY",
      models: says === undefined ? ["none"] : ["chat"],
    },
    {
      kind: "vectorize",
      name: names.index,
      embedding: {
        provider: names.embed,
        model: EMBED_MODEL,
        dimensions: DIMENSIONS,
      },
      ...(by === "binding"
        ? {}
        : {
            rest: {
              baseUrl: "https://api.example/client/v4",
              accountId: "acc-1",
              index: "rampart",
              keySecret: "TEST_VECTOR_KEY",
            },
          }),
    },
  ];
  const bindings = {
    AI_PROVIDERS: JSON.stringify(providers),
    TEST_EMBED_KEY: EMBED_KEY,
    TEST_VECTOR_KEY: VECTOR_KEY,
    ...(by === "binding" ? { VECTORIZE: bindingOf(peer) } : {}),
  };
  return { peer, ask: askOf(outside, bindings), bindings, names, chat };
}

export type VectorApp = ReturnType<typeof anAppWithVectors>;

/** Makes the product with AI Search, and nothing else that makes vectors. */
export function anAppWithAiSearch() {
  const peer = new AiSearchPeer();
  const name = `search-${crypto.randomUUID()}`;
  const AI_PROVIDERS = JSON.stringify([{ kind: "ai-search", name }]);
  const bindings = { AI_PROVIDERS, AI_SEARCH: peer.binding };
  return { peer, ask: askOf(peer.fetch, bindings), bindings, name };
}

function askOf(fetch: typeof globalThis.fetch, bindings: object) {
  const { request } = anApp({ fetch }, bindings);
  return (method: string, path: string, as: string, body?: object, headers = {}) =>
    request(path, {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** As `aTenantOf`, with what the index of vectors has of it. */
export async function aTenantIn(app: VectorApp, wants = true) {
  const tenant = await aTenantOf(app, wants);
  const all = () => [...app.peer.vectors.values()];
  return { ...tenant, mine: () => all().filter((one) => one.namespace === tenant.tenantId) };
}

type TenantApp = Pick<VectorApp, "ask"> & { bindings: object; peer: { fetch: typeof fetch } };

/** Makes a tenant whose object uses the same providers as the product. */
export async function aTenantOf({ ask, bindings, peer }: TenantApp, wants = true) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
  const surroundings = {
    env: { ...env, ...bindings },
    platform: { ...livePlatform, log: () => {}, fetch: peer.fetch },
  };
  await runInDurableObject(stub, (knowledge: Knowledge) => {
    knowledge.surroundings = surroundings;
    // Alarms ring when a test says so, and not by themselves.
    knowledge.clock = () => Date.now() + AHEAD_MS;
  });
  if (wants) await ask("PATCH", "/ai/settings", as, { tenantId, vectors: true });
  const put = async (text: string, title = "Note", more: object = {}) => {
    const body = { tenantId, title, source: "wiki", text, ...more };
    const answer = await ask("POST", "/ai/documents", as, body);
    return (await answer.json<{ id: string }>()).id;
  };
  const remove = async (id: string) =>
    ask("DELETE", `/ai/documents/${id}?tenantId=${tenantId}`, as);
  const search = async (query: string, more: object = {}) => {
    const answer = await ask("POST", "/ai/context/search", as, { tenantId, query, ...more });
    return { answer, body: contextAnswer.parse(await answer.json()) };
  };
  /**
   * Goes on long after a failure: breakers are closed again, and the object checks its vectors anew.
   */
  const later = async () =>
    runInDurableObject(stub, (knowledge: Knowledge) => {
      surroundings.platform.now = () => Date.now() + LATER_MS;
      knowledge.reviewVectors(tenantId);
    });
  /** From now on the object's clock is so much ahead. */
  const pass = async (ms: number) =>
    runInDurableObject(stub, () => {
      surroundings.platform.now = () => Date.now() + ms;
    });
  /** In how many milliseconds the object's alarm rings by itself. */
  const ringsIn = async () =>
    runInDurableObject(stub, async (knowledge: Knowledge, { storage }) => {
      const at = await storage.getAlarm();
      return at === null ? undefined : at - knowledge.clock();
    });
  /** Rings the object's alarm until the index is up to date. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      if (!(await runDurableObjectAlarm(stub)) || ((await ringsIn()) ?? 0) > DAY_MS) return;
    }
  };
  /** Rings the alarm once, whatever the result is. */
  const step = async () => runDurableObjectAlarm(stub);
  return { tenantId, as, stub, put, remove, search, settle, step, later, pass, ringsIn };
}
