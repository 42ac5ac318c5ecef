import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as answers from "../../src/ai/voice/answers.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";

const AZURE = { kind: "azure-speech", region: "westeurope", keySecret: "SPEECH_KEY" };
const DEEPGRAM = { kind: "deepgram", keySecret: "NO_SUCH_KEY" };

async function aTenantWithSpeech(...providers: object[]) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const fetch = (async () => new Response("jwt")) as typeof globalThis.fetch;
  const bindings = { AI_PROVIDERS: JSON.stringify(providers), SPEECH_KEY: "s3cret" };
  const { request } = anApp({ fetch }, bindings);
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  const token = (method = "GET") =>
    request(`/ai/voice/speech-token?tenantId=${tenantId}`, { method, headers });
  const speak = () => {
    const body = JSON.stringify({ tenantId, text: "Hola." });
    return request("/ai/voice/synthesize", { method: "POST", headers, body });
  };
  return { tenantId, as, token, speak };
}

describe("GET /ai/voice/speech-token", () => {
  it("200 with refreshAfterSeconds at nine tenths of expiresInSeconds, and an audit line", async () => {
    const { tenantId, token } = await aTenantWithSpeech(AZURE);
    const given = answers.speechToken.parse(await (await token()).json());
    expect(given).toMatchObject({ expiresInSeconds: 600, refreshAfterSeconds: 540 });
    const trace = env.DB.prepare("select action, detail from audit_log where tenant_id = ?");
    const { results } = await trace.bind(tenantId).all();
    const issued = { action: "ai.speech_token.issued", detail: '{"provider":"azure"}' };
    expect(results).toContainEqual(issued);
  });

  it("makes no token for HEAD, which could not carry one", async () => {
    const { tenantId, token } = await aTenantWithSpeech(AZURE);
    const answer = await token("HEAD");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    const issued = "select count(*) as n from audit_log where tenant_id = ? and action = ?";
    const lines = env.DB.prepare(issued).bind(tenantId, "ai.speech_token.issued");
    expect(await lines.first("n")).toBe(0);
  });

  it("200 from the next provider if the first has no key", async () => {
    const { token } = await aTenantWithSpeech(DEEPGRAM, AZURE);
    expect(await (await token()).json()).toMatchObject({ provider: "azure", token: "jwt" });
  });

  it("200 without a price despite a budget, while synthesize is 503 price_unknown", async () => {
    const { tenantId, as, token, speak } = await aTenantWithSpeech(AZURE);
    const body = { tenantId, limits: { monthlyMicroUsd: 1 } };
    expect((await call("PATCH", "/ai/settings", { as, body })).status).toBe(200);
    expect((await token()).status).toBe(200);
    const unpriced = await speak();
    expect(unpriced.status).toBe(503);
    expect(await unpriced.json()).toMatchObject({ error: "price_unknown" });
  });
});

describe("a tenant's own speech provider", () => {
  it("does not stop another tenant's provider of the same name when it fails", async () => {
    const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
      const isBroken = new Request(input, init).headers.get("authorization") === "Token broken";
      return new Response("mp3", { status: isBroken ? 401 : 200 });
    }) as typeof globalThis.fetch;
    const { request } = anApp({ fetch }, { AI_PROVIDERS: "[]" });
    const speakerWith = async (key: string) => {
      const tenantId = await aTenant();
      const as = await aMember(tenantId);
      const own = { tenantId, key, provider: { kind: "deepgram" } };
      const made = await call("PUT", "/ai/settings/providers/voice", { as, body: own });
      expect(made.status).toBe(200);
      const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
      const body = JSON.stringify({ tenantId, text: "Hola." });
      const speak = () => request("/ai/voice/synthesize", { method: "POST", headers, body });
      return async () => (await speak()).status;
    };
    const [broken, good] = [await speakerWith("broken"), await speakerWith("good")];
    for (let turn = 0; turn < 6; turn += 1) expect(await broken()).toBe(503);
    expect(await good()).toBe(200);
  });
});
