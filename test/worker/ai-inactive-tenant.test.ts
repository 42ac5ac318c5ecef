import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const query = "¿Qué es el MFA?";
const FOREVER_MS = 60_000;

/** Requests that may cost money at a provider. */
const CALLS: [method: string, path: string, body: object | undefined][] = [
  ["POST", "/ai/context/search", { query }],
  ["POST", "/ai/ask-rag", { query }],
  ["POST", "/ai/chat", { query }],
  ["POST", "/ai/prompts/test", { query }],
  ["POST", "/ai/prompts/evaluations", { name: "rag", version: 1 }],
  ["POST", "/ai/reindex", {}],
  ["GET", "/ai/voice/speech-token", undefined],
  ["POST", "/ai/voice/synthesize", { text: "Hola." }],
  ["POST", "/ai/voice/transcribe", { audioBase64: "UklGRg==", mimeType: "audio/wav" }],
];

describe.each(["suspended", "closed"])("a tenant that is %s", (status) => {
  it.each(CALLS)("403 for %s %s, also for an operator", async (method, path, body) => {
    const [tenantId, operator] = [await aTenant(), await anOperator()];
    const change = { as: operator, body: { status } };
    expect((await call("PATCH", `/admin/tenants/${tenantId}`, change)).status).toBe(200);
    for (const as of [operator, await aMember(tenantId)]) {
      const asked = body === undefined ? `${path}?tenantId=${tenantId}` : path;
      const sent = body === undefined ? {} : { body: { tenantId, ...body } };
      const answer = await call(method, asked, { as, ...sent });
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        { error: "tenant_inactive" },
      ]);
    }
  });

  it("can still read documents, settings and voice capability, and can ask again once active", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    let now = Date.now();
    const { request } = anApp({ now: () => now });
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    const send = (method: string, path: string, body?: object) =>
      request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const set = (to: string) => send("PATCH", `/admin/tenants/${tenantId}`, { status: to });
    const ask = async () => (await send("POST", "/ai/ask-rag", { tenantId, query })).status;
    await set(status);
    expect(await ask()).toBe(403);
    for (const path of ["documents", "settings", "voice/capability"]) {
      expect((await send("GET", `/ai/${path}?tenantId=${tenantId}`)).status).toBe(200);
    }
    await set("active");
    now += FOREVER_MS;
    expect(await ask()).toBe(200);
  });
});
