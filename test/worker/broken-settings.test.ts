import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readRoots } from "../../src/encryption/envelope/roots.ts";
import { aLibrary, FACT, GOOD, QUERY } from "../support/ai-tenant.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { anInspector, FAKE, inspectAs, layer } from "../support/inspection.ts";
import { aKeyedTenant, BY, Clock } from "../support/keyring.ts";

const HELD = "what-nobody-may-read";
const json = (as: string) => ({
  authorization: `Bearer ${as}`,
  "content-type": "application/json",
});

/** The bundle is minified, so that a stack does not say which setting could not be read. */
function expectNamed(app: ReturnType<typeof anApp>, name: string) {
  const said = app.lines.map(({ failure }) => String(failure)).join("\n");
  expect(said).toContain(`${name} cannot be read`);
  expect(JSON.stringify(app.lines)).not.toContain(HELD);
}

describe("a setting that cannot be read", () => {
  it.each(["[{", `[{"${HELD}": 1}`, '[{"kind":"openai-compatible"}]'])(
    "500 when a tenant stores a provider and AI_PROVIDERS is %s; the log names the setting, not its value",
    async (AI_PROVIDERS) => {
      const { tenantId, as } = await aLibrary();
      const app = anApp({}, { AI_PROVIDERS });
      const provider = { kind: "deepgram" };
      const body = JSON.stringify({ tenantId, provider, key: "k".repeat(20) });
      const path = "/ai/settings/providers/mine";
      const answer = await app.request(path, { method: "PUT", headers: json(as), body });
      expect(answer.status).toBe(500);
      expectNamed(app, "AI_PROVIDERS");
    },
  );

  it("500 for an issuer's token when OIDC_ISSUERS is broken; the log names the setting, not its value", async () => {
    const app = anApp({}, { OIDC_ISSUERS: `["${HELD}"` });
    const token = `${btoa('{"alg":"ES256"}')}.${btoa('{"iss":"https://a.example"}')}.x`;
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.request("/admin/tenants", { headers })).status).toBe(500);
    expectNamed(app, "OIDC_ISSUERS");
  });

  it.each([
    HELD,
    "{}",
    "null",
    JSON.stringify({ kty: "OKP", crv: "Ed25519", x: HELD, d: HELD, kid: "k" }),
  ])(
    "500 for the webhook keys when WEBHOOK_SIGNING_KEY is %s; the log names the setting, not its value",
    async (WEBHOOK_SIGNING_KEY) => {
      const app = anApp({}, { WEBHOOK_SIGNING_KEY });
      expect((await app.request("/.well-known/webhook-keys.json")).status).toBe(500);
      expectNamed(app, "WEBHOOK_SIGNING_KEY");
    },
  );
});

describe("a broken AI_PROVIDERS", () => {
  afterEach(() => vi.restoreAllMocks());

  /** A new value each time, since an isolate logs each broken value once. */
  const broken = () => `[{"${HELD}": "${crypto.randomUUID()}"}]`;
  const inPost = (as: string, body: object) => ({
    method: "POST",
    headers: json(as),
    body: JSON.stringify(body),
  });

  it.each([
    ["/ai/ask-rag", {}],
    ["/ai/ask-rag", { model: "large" }],
    ["/ai/chat", {}],
    ["/ai/prompts/test", { runModel: true }],
  ])(
    "200 for %s with %j: answered from the documents' words, marked llm_unavailable",
    async (path, more) => {
      const { tenantId, as } = await aLibrary();
      const app = anApp({}, { AI_PROVIDERS: broken() });
      const answer = await app.request(path, inPost(as, { tenantId, query: QUERY, ...more }));
      expect([answer.status, answer.headers.get("x-ai-degraded")]).toEqual([
        200,
        "llm_unavailable",
      ]);
      expect(await answer.text()).toContain(`${FACT} [1]`);
    },
  );

  it("marks a search as vectors_unavailable only if the tenant has vectors turned on", async () => {
    const { tenantId, as } = await aLibrary();
    const app = anApp({}, { AI_PROVIDERS: broken() });
    const search = async () =>
      app.request("/ai/context/search", inPost(as, { tenantId, query: QUERY }));
    expect((await search()).headers.get("x-ai-degraded")).toBeNull();
    const body = JSON.stringify({ tenantId, vectors: true });
    const changed = await app.request("/ai/settings", { method: "PATCH", headers: json(as), body });
    expect(changed.status).toBe(200);
    const found = await search();
    expect([found.status, found.headers.get("x-ai-degraded")]).toEqual([
      200,
      "vectors_unavailable",
    ]);
    expect(await found.text()).toContain(FACT);
  });

  it("does not affect a tenant's own models; voice is reported as not configured", async () => {
    const { tenantId, as } = await aLibrary();
    const fetch = async () =>
      Response.json({ choices: [{ finish_reason: "stop", message: { content: GOOD } }] });
    const provider = {
      kind: "openai-compatible",
      baseUrl: "http://localhost:9/v1",
      models: ["own"],
    };
    const body = { tenantId, provider, key: "k".repeat(20) };
    const stored = await call("PUT", "/ai/settings/providers/mine", { as, body });
    expect(stored.status).toBe(200);
    const app = anApp({ fetch }, { AI_PROVIDERS: broken() });
    const answer = await app.request("/ai/ask-rag", inPost(as, { tenantId, query: QUERY }));
    expect(answer.headers.get("x-ai-provider")).toBe("mine");
    const voice = await app.request(`/ai/voice/capability?tenantId=${tenantId}`, {
      headers: json(as),
    });
    expect(await voice.json()).toMatchObject({ ready: false, tts: { reason: "not_configured" } });
  });

  it("leaves only layer L4 of an inspection unavailable, and is logged once", async () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    const app = anApp({}, { AI_PROVIDERS: broken() });
    const read = await inspectAs(await anInspector(), FAKE, {}, app);
    expect(layer(read, "L4")).toEqual({ layer: "L4", score: 0, signals: ["unavailable"] });
    expect(read.verdict).not.toBe("clean");
    await inspectAs(await anInspector(), FAKE, {}, app);
    const lines = said.mock.calls.map(([line]) => String(line));
    const told = lines.filter((line) => line.includes("ai_providers_broken"));
    expect(told.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: "error", reason: expect.stringContaining("AI_PROVIDERS") }),
    ]);
    expect(told.join("")).not.toContain(HELD);
  });
});

describe("log lines about encryption keys", () => {
  afterEach(() => vi.restoreAllMocks());

  const spied = () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    return () => said.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string });
  };

  it.each([
    ["", "it is missing"],
    [`{"current":2,"roots":{"1":"${HELD}"}}`, "it is not as the runbook has it"],
  ])("a broken ENCRYPTION_ROOTS is logged once by each isolate", async (text, reason) => {
    readRoots(env);
    const lines = spied();
    const broken = { ...env, ENCRYPTION_ROOTS: text };
    expect([readRoots(broken), readRoots(broken)]).toEqual([null, null]);
    expect(lines()).toEqual([{ level: "error", event: "encryption_roots_broken", reason }]);
    readRoots(env);
  });

  it("a keyring that fails logs the id of its tenant", async () => {
    const tenantId = await aKeyedTenant(new Clock());
    const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
    await runInDurableObject(stub, (_object, { storage }) => {
      storage.sql.exec("alter table versions rename to versions_gone");
    });
    const lines = spied();
    await stub.rotate(Date.now(), BY);
    const line = lines().find(({ event }) => event === "keyring_failed");
    expect(line).toMatchObject({ level: "error", tenantId });
  });
});
