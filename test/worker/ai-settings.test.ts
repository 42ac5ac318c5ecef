import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { claimedBySystem } from "../../src/access/index.ts";
import { showSettings } from "../../src/ai/index.ts";
import { providerName } from "../../src/ai/providers/own-provider.ts";
import { providerShown, settingsShown } from "../../src/ai/settings/answers.ts";
import { aLibrary, anAppWithModel, FACT, GOOD, QUERY } from "../support/ai-tenant.ts";
import { call } from "../support/call.ts";
import { aModelServer } from "../support/model-server.ts";
import { anApp } from "../support/app.ts";
import { dyingDatabase, overtakenDatabase } from "../support/dying-database.ts";
import { aMember, aTenant } from "../support/people.ts";

const KEY = "sk-tenant-0123456789abcdef";
/** The one address that the guard lets through in tests. */
const ADDRESS = "http://localhost:9/v1";
const provider = { kind: "openai-compatible", baseUrl: ADDRESS, models: ["mine"] };

async function put(as: string, tenantId: string, body: object, name = "own") {
  return call("PUT", `/ai/settings/providers/${name}`, { as, body: { tenantId, ...body } });
}

async function patch(as: string, body: object) {
  return call("PATCH", "/ai/settings", { as, body });
}

/** An app with a model server at every address, which records each call's host and key. */
function anAppWithServers(down: (url: URL) => boolean = () => false) {
  const server = aModelServer(GOOD);
  const seen: { host: string; auth: string | null; model?: string }[] = [];
  const made = anAppWithModel(async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const { model } = await request.clone().json<{ model?: string }>();
    const auth = request.headers.get("authorization");
    seen.push({ host: url.host, auth, ...(model === undefined ? {} : { model }) });
    return down(url) ? new Response("no", { status: 401 }) : server.fetch(request);
  });
  const question = async (as: string, tenantId: string, more: object = {}) =>
    made.ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY, ...more });
  return { ...made, seen, question };
}

describe("PUT /ai/settings/providers/{name}", () => {
  it("200 without the key, which is stored sealed and sent only to its provider", async () => {
    const { tenantId, as } = await aLibrary();
    const answer = await put(as, tenantId, { provider, key: KEY });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).not.toContain(KEY);
    expect(providerShown.parse(JSON.parse(text))).toMatchObject({ hasKey: true, keyLast4: "cdef" });
    const read = await (await call("GET", `/ai/settings?tenantId=${tenantId}`, { as })).text();
    expect(read).not.toContain(KEY);
    const query = env.DB.prepare("SELECT * FROM ai_providers WHERE tenant_id = ?").bind(tenantId);
    expect(JSON.stringify(await query.all())).not.toContain(KEY);
    const audit = env.DB.prepare("SELECT detail FROM audit_log WHERE tenant_id = ?").bind(tenantId);
    expect(JSON.stringify(await audit.all())).not.toContain(KEY);
    const { question, seen } = anAppWithServers();
    const asked = await question(as, tenantId);
    expect(asked.headers.get("x-ai-provider")).toBe("own");
    expect(seen).toEqual([{ host: "localhost:9", auth: `Bearer ${KEY}`, model: "mine" }]);
  });

  it("200 without a key, which keeps the stored key; 400 if the address changes too", async () => {
    const { tenantId, as } = await aLibrary();
    await put(as, tenantId, { provider, key: KEY });
    const kept = await put(as, tenantId, { provider: { ...provider, models: ["mine", "more"] } });
    expect(await kept.json()).toMatchObject({ hasKey: true, keyLast4: "cdef" });
    const moved = { ...provider, baseUrl: "http://localhost:10/v1" };
    expect((await put(as, tenantId, { provider: moved })).status).toBe(400);
    const { question, seen } = anAppWithServers();
    await question(as, tenantId, { model: "more" });
    expect(seen[0]?.auth).toBe(`Bearer ${KEY}`);
    const short = await put(as, tenantId, { provider, key: "0123456789abcde" });
    expect(await short.json()).toMatchObject({ hasKey: true, keyLast4: null });
  });

  it("400 for a speech provider without a key that replaces a model without a key", async () => {
    const { tenantId, as } = await aLibrary();
    expect((await put(as, tenantId, { provider })).status).toBe(200);
    const answer = await put(as, tenantId, { provider: { kind: "deepgram" } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: "key" }] });
  });

  it("a sealed key is not opened for another address", async () => {
    const { tenantId, as } = await aLibrary();
    await put(as, tenantId, { provider, key: KEY });
    const elsewhere = JSON.stringify({ ...provider, azure: false, baseUrl: "http://localhost:11" });
    const theft = env.DB.prepare("UPDATE ai_providers SET provider = ? WHERE tenant_id = ?");
    await theft.bind(elsewhere, tenantId).run();
    const { question, seen, lines } = anAppWithServers();
    await question(as, tenantId);
    expect(seen.some(({ host }) => host.startsWith("localhost"))).toBe(false);
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "ai_provider_unusable", reason: "decryption_failed" }),
    );
  });

  it.each([
    ["http", "http://models.example.org/v1"],
    ["an address of this machine", "https://127.0.0.1/v1"],
    ["an address of a private network", "https://10.0.0.8/v1"],
    ["a number for an address", "https://2130706433/v1"],
    ["a name without a dot", "https://models/v1"],
    ["a private name", "https://models.internal/v1"],
    ["a last dot", "https://models.internal./v1"],
    ["a user in it", "https://a:b@models.example.org/v1"],
    ["another port", "https://models.example.org:8080/v1"],
    ["this service", "https://rampart.test/v1"],
    ["the metadata of a cloud", "http://169.254.169.254/latest"],
    ["an empty query", `${ADDRESS}?`],
    ["no URL", "models"],
  ])("400 for a wrong baseUrl: %s", async (_case, baseUrl) => {
    const { tenantId, as } = await aLibrary();
    const answer = await put(as, tenantId, { provider: { ...provider, baseUrl }, key: KEY });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: "provider.baseUrl" }] });
  });

  it("400 for an apiVersion that cannot be part of a URL", async () => {
    const { tenantId, as } = await aLibrary();
    const answer = await put(as, tenantId, { provider: { ...provider, apiVersion: "\ud800" } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: "provider.apiVersion" }] });
  });

  it("400 for a host that resolves to a private address; no call to a host that does so later", async () => {
    const { tenantId, as } = await aLibrary();
    let address = "93.184.216.34";
    const called: string[] = [];
    const { ask } = anAppWithModel(async (input) => {
      const url = new URL(new Request(input).url);
      called.push(url.host);
      if (url.host !== "cloudflare-dns.com") return new Response("no", { status: 404 });
      const type = url.searchParams.get("type") === "A" ? 1 : 28;
      return Response.json({ Answer: type === 1 ? [{ type, data: address }] : [] });
    });
    const body = {
      tenantId,
      key: KEY,
      provider: { ...provider, baseUrl: "https://models.example.org/v1" },
    };
    address = "10.0.0.8";
    expect((await ask("PUT", "/ai/settings/providers/own", as, body)).status).toBe(400);
    address = "93.184.216.34";
    expect((await ask("PUT", "/ai/settings/providers/own", as, body)).status).toBe(200);
    await patch(as, { tenantId, order: ["own"] });
    address = "169.254.169.254";
    const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    expect(answer.headers.get("x-ai-degraded")).toBe("llm_unavailable");
    expect(called).not.toContain("models.example.org");
    address = "93.184.216.34";
    await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    expect(called).toContain("models.example.org");
  });

  it.each([
    ["/ai/ask-rag", QUERY, {}],
    ["/ai/chat", QUERY, {}],
    ["/ai/chat", "How many licenses are unused?", {}],
    ["/ai/prompts/test", QUERY, {}],
    ["/ai/prompts/test", QUERY, { runModel: true }],
  ])("400 at %s for a model that is not on the tenant's list: %s %o", async (path, query, more) => {
    const { tenantId, as } = await aLibrary();
    await patch(as, { tenantId, models: ["mine"] });
    const post = async (model: string) =>
      call("POST", path, { as, body: { tenantId, query, model, ...more } });
    const refused = await post("other");
    expect([refused.status, (await post("mine")).status]).toEqual([400, 200]);
    expect(await refused.json()).toMatchObject({
      error: "unknown_model",
      details: [{ path: "model", message: "must be one of mine" }],
    });
  });

  it("409 for a name of the service's own provider, and for more than ten providers, also at once", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask, name } = anAppWithModel([GOOD]);
    const body = { tenantId, provider, key: KEY };
    expect((await ask("PUT", `/ai/settings/providers/${name}`, as, body)).status).toBe(409);
    expect((await put(as, tenantId, body, "embedded")).status).toBe(409);
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) => put(as, tenantId, body, `own-${at}`)),
    );
    const made = many.filter(({ status }) => status === 200);
    expect([made.length, many.length - made.length]).toEqual([10, 2]);
  });

  it("400 without a key if another request changes the provider's address meanwhile", async () => {
    const { tenantId, as } = await aLibrary();
    await put(as, tenantId, { provider, key: KEY });
    const moved = { ...provider, baseUrl: "http://localhost:10/v1" };
    let batches = 0;
    // The first batch reads the stored provider, the second writes the new one.
    const DB = overtakenDatabase(async () => {
      batches += 1;
      if (batches === 2) await put(as, tenantId, { provider: moved, key: KEY });
    });
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    const body = JSON.stringify({ tenantId, provider });
    const path = "/ai/settings/providers/own";
    const answer = await anApp({}, { DB }).request(path, { method: "PUT", headers, body });
    expect(answer.status).toBe(400);
    const { providers } = await showSettings(env, claimedBySystem(tenantId));
    expect(providers).toMatchObject([{ ...moved, keyLast4: "cdef" }]);
  });

  it("403 for another tenant and without the permission; 204, then 404 for its DELETE", async () => {
    const { tenantId, as } = await aLibrary();
    const body = { provider, key: KEY };
    expect((await put(await aMember(await aTenant()), tenantId, body)).status).toBe(403);
    expect((await put(await aMember(tenantId, "operator"), tenantId, body)).status).toBe(403);
    await put(as, tenantId, body);
    const path = `/ai/settings/providers/own?tenantId=`;
    const other = await aLibrary();
    expect((await call("DELETE", path + other.tenantId, { as: other.as })).status).toBe(404);
    expect((await call("DELETE", path + tenantId, { as: other.as })).status).toBe(403);
    expect((await call("DELETE", path + tenantId, { as })).status).toBe(204);
    expect((await call("DELETE", path + tenantId, { as })).status).toBe(404);
    expect((await showSettings(env, claimedBySystem(tenantId))).providers).toEqual([]);
  });
});

describe("saving and removing a provider", () => {
  /** Whether the change is made and whether it is in the audit log, for a death after each call. */
  async function tries(as: string, tenantId: string, method: string, body?: object) {
    const wanted = method === "PUT" ? [1, "ai.provider.saved"] : [0, "ai.provider.removed"];
    const held = env.DB.prepare("SELECT 1 FROM ai_providers WHERE tenant_id = ?");
    const told = env.DB.prepare("SELECT 1 FROM audit_log WHERE tenant_id = ? AND action = ?");
    const states = new Set<string>();
    for (let calls = 0; calls < 10; calls += 1) {
      const { request } = anApp({}, { DB: dyingDatabase(calls) });
      const path = `/ai/settings/providers/own${method === "PUT" ? "" : `?tenantId=${tenantId}`}`;
      const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify({ tenantId, ...body }) };
      await request(path, { method, headers, ...sent });
      const there = (await held.bind(tenantId).all()).results.length === wanted[0];
      const lines = (await told.bind(tenantId, wanted[1]).all()).results.length;
      states.add(`${there ? "done" : "not done"}, ${lines > 0 ? "on record" : "not on record"}`);
    }
    return [...states];
  }

  it("is both done and in the audit log, or neither, if the Worker dies at any step", async () => {
    const { tenantId, as } = await aLibrary();
    const both = ["not done, not on record", "done, on record"];
    expect(await tries(as, tenantId, "PUT", { provider, key: KEY })).toEqual(both);
    expect(await tries(as, tenantId, "DELETE")).toEqual(both);
  });

  it("writes one audit line each, and none for a 404 or for a provider too many", async () => {
    const { tenantId, as } = await aLibrary();
    await put(as, tenantId, { provider, key: KEY });
    await put(as, tenantId, { provider });
    const path = `/ai/settings/providers/own?tenantId=${tenantId}`;
    expect((await call("DELETE", path, { as })).status).toBe(204);
    expect((await call("DELETE", path, { as })).status).toBe(404);
    for (let at = 0; at < 11; at += 1) await put(as, tenantId, { provider }, `own-${at}`);
    const lines = env.DB.prepare(
      "SELECT action, count(*) AS lines FROM audit_log WHERE tenant_id = ? AND action LIKE 'ai.provider.%' GROUP BY action",
    );
    expect((await lines.bind(tenantId).all()).results).toEqual([
      { action: "ai.provider.removed", lines: 1 },
      { action: "ai.provider.saved", lines: 12 },
    ]);
  });
});

describe("the audit line of a provider", () => {
  it("names the host of a model's provider, and of no speech provider", async () => {
    const { tenantId, as } = await aLibrary();
    await put(as, tenantId, { provider, key: KEY });
    const moved = { ...provider, baseUrl: "http://localhost:10/secret-path/v1" };
    await put(as, tenantId, { provider: moved, key: KEY });
    await put(as, tenantId, { provider: { kind: "deepgram" }, key: KEY }, "voice");
    const lines = env.DB.prepare(
      "SELECT detail FROM audit_log WHERE tenant_id = ? AND action = 'ai.provider.saved' ORDER BY seq",
    );
    const { results } = await lines.bind(tenantId).all<{ detail: string }>();
    const { host } = new URL(provider.baseUrl);
    expect(results.map(({ detail }) => JSON.parse(detail) as object)).toEqual([
      { kind: "openai-compatible", newKey: true, host },
      { kind: "openai-compatible", newKey: true, host: "localhost:10" },
      { kind: "deepgram", newKey: true },
    ]);
  });
});

describe("PATCH /ai/settings", () => {
  it("providers are called in the given order; a provider that the order leaves out is not called", async () => {
    const { tenantId, as } = await aLibrary();
    await put(as, tenantId, { provider, key: KEY });
    const servers = anAppWithServers((url) => url.host === "models.example");
    const order = [servers.name, servers.name, "own"];
    const ordered = await servers.ask("PATCH", "/ai/settings", as, { tenantId, order });
    expect(ordered.status).toBe(200);
    const answer = await servers.question(as, tenantId);
    expect(answer.headers.get("x-ai-provider")).toBe("own");
    expect(servers.seen.map(({ host }) => host)).toEqual(["models.example", "localhost:9"]);
    await patch(as, { tenantId, order: [] });
    const embedded = await servers.question(as, tenantId);
    expect(embedded.headers.get("x-ai-provider")).toBe("embedded");
    expect(servers.seen).toHaveLength(2);
  });

  it("400 for an order with an unknown name; an already stored name may stay, null removes the order", async () => {
    const { tenantId, as } = await aLibrary();
    await put(as, tenantId, { provider, key: KEY });
    const refused = await patch(as, { tenantId, order: ["own", "onw"], maxTokens: 60 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: "invalid_request",
      details: [{ path: "order", message: 'names "onw", which is no provider' }],
    });
    const told = await patch(as, { tenantId, order: ["own"] });
    const { order, maxTokens } = settingsShown.parse(await told.json());
    expect([order, maxTokens]).toEqual([["own"], undefined]);
    // A removed name may be sent back, by a client that reads, changes and writes the settings.
    const at = `/ai/settings/providers/own?tenantId=${tenantId}`;
    expect((await call("DELETE", at, { as })).status).toBe(204);
    expect((await patch(as, { tenantId, order: ["own"], maxTokens: 70 })).status).toBe(200);
    expect((await patch(as, { tenantId, order: null })).status).toBe(200);
    expect((await patch(as, { tenantId, order: ["own"] })).status).toBe(400);
  });

  it("only a model of the list is called, 400 for another model; null removes the list", async () => {
    const { tenantId, as } = await aLibrary();
    const { question, seen } = anAppWithServers();
    await patch(as, { tenantId, models: ["large"] });
    await question(as, tenantId);
    expect(seen.map(({ model }) => model)).toEqual(["large"]);
    expect((await question(as, tenantId, { model: "small" })).status).toBe(400);
    await patch(as, { tenantId, models: null });
    expect((await question(as, tenantId, { model: "small" })).status).toBe(200);
  });

  it("a provider without the tenant's region is not called", async () => {
    const { tenantId, as } = await aLibrary();
    await put(as, tenantId, { provider: { ...provider, region: "eu" }, key: KEY });
    await patch(as, { tenantId, region: "eu", maxTokens: 60 });
    const { question, seen } = anAppWithServers((url) => url.host === "localhost:9");
    const answer = await question(as, tenantId);
    expect(await answer.json()).toMatchObject({ answer: `${FACT} [1]` });
    expect(seen.map(({ host }) => host)).toEqual(["localhost:9"]);
  });

  it("three changes at once all count, and null removes a setting", async () => {
    const { tenantId, as } = await aLibrary();
    await Promise.all([
      patch(as, { tenantId, maxTokens: 300 }),
      patch(as, { tenantId, limits: { callsPerDay: 5, concurrent: 2 } }),
      patch(as, { tenantId, overLimit: "degrade" }),
    ]);
    const answer = await patch(as, { tenantId, overLimit: null, limits: { callsPerMinute: 9 } });
    const shown = settingsShown.parse(await answer.json());
    expect(shown).toMatchObject({ maxTokens: 300, limits: { callsPerMinute: 9 } });
    expect(shown.limits).toEqual({ callsPerMinute: 9 });
    expect(shown.overLimit).toBeUndefined();
    expect(shown.effective).toMatchObject({ overLimit: "refuse", limits: { callsPerMinute: 9 } });
  });

  it.each([
    ["an empty change", {}],
    ["a negative limit", { limits: { monthlyMicroUsd: -1 } }],
    ["an unknown limit", { limits: { dollars: 1 } }],
    ["an order with a malformed name", { order: ["../x"] }],
  ])("400 for %s", async (_case, change) => {
    const { tenantId, as } = await aLibrary();
    expect((await patch(as, { tenantId, ...change })).status).toBe(400);
  });

  it("a provider that failed for one tenant is still called for another tenant", async () => {
    const [one, two] = [await aLibrary(), await aLibrary()];
    for (const { as, tenantId } of [one, two]) await put(as, tenantId, { provider, key: KEY });
    let down = true;
    const { question, seen } = anAppWithServers((url) => down && url.host === "localhost:9");
    for (let turn = 0; turn < 6; turn += 1) await question(one.as, one.tenantId);
    down = false;
    seen.length = 0;
    const other = await question(two.as, two.tenantId);
    expect(other.headers.get("x-ai-provider")).toBe("own");
    const first = await question(one.as, one.tenantId);
    expect(first.headers.get("x-ai-provider")).not.toBe("own");
  });
});

describe("the JSON schema of a provider's name", () => {
  it("accepts the same names as the service, capitals included", () => {
    const { pattern } = z.toJSONSchema(providerName);
    for (const name of ["OpenAI", "own", "7_b-C", "_x", "a b", "a".repeat(65), ""]) {
      expect([name, new RegExp(pattern ?? "").test(name)]).toEqual([
        name,
        providerName.safeParse(name).success,
      ]);
    }
  });
});
