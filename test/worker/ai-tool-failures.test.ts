import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { chatAnswer } from "../../src/ai/chat/answers.ts";
import { FACT, aLibrary } from "../support/ai-tenant.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";

const NO_DATA = { status: "error", evidence: "No data.", data: {} };
/** A question about the tenant's state and about its documents. */
const BOTH =
  "Show the status of my tenant, and explain who leads the network team in Porto according to the documents.";

/** The object that counts a tenant's calls fails. */
const away = { usage: async () => Promise.reject(new Error("The object was reset.")) };
const TENANT_GATE = {
  idFromName: (name: string) => env.TENANT_GATE.idFromName(name),
  get: () => away,
} as unknown as Cloudflare.Env["TENANT_GATE"];

async function chat(as: string, tenantId: string, query: string, accept = "application/json") {
  const { request } = anApp({}, { TENANT_GATE });
  return request("/ai/chat", {
    method: "POST",
    headers: { authorization: `Bearer ${as}`, "content-type": "application/json", accept },
    body: JSON.stringify({ tenantId, query }),
  });
}

describe("a tool whose source fails", () => {
  it("gives no data; the documents still answer, with confidence 0", async () => {
    const { tenantId, as } = await aLibrary();
    const answer = await chat(as, tenantId, BOTH);
    expect(answer.status).toBe(200);
    const body = chatAnswer.parse(await answer.json());
    expect(body).toMatchObject({ route: "mixed", confidence: 0, tool_results: [NO_DATA] });
    expect(body.answer).toContain(FACT);
  });

  it("does not break a stream, which ends with the event done", async () => {
    const { tenantId, as } = await aLibrary();
    const events = await (await chat(as, tenantId, BOTH, "text/event-stream")).text();
    expect(events).toContain("event: done");
    expect(events).not.toContain("event: error");
  });

  it("does not affect the result of another tool", async () => {
    const { tenantId, as } = await aLibrary();
    const data = { skus: [{ skuId: "1", skuPartNumber: "E3", enabled: 100, consumed: 60 }] };
    await env.DB.prepare("INSERT INTO ai_snapshots VALUES (?, 'LicenseSummary', ?, ?, ?, 'test')")
      .bind(tenantId, JSON.stringify({ ...data, renewals: [] }), Date.now(), Date.now())
      .run();
    const answer = await chat(as, tenantId, "Show my licenses and the status of my tenant");
    const { tool_results } = chatAnswer.parse(await answer.json());
    expect(tool_results).toMatchObject([{ tool: "LicenseSummary", status: "warning" }, NO_DATA]);
  });

  it("gives no data for a stored snapshot that cannot be read", async () => {
    const { tenantId, as } = await aLibrary();
    await env.DB.prepare(
      "INSERT INTO ai_snapshots VALUES (?, 'LicenseSummary', '{}', 1, 1, 'test')",
    )
      .bind(tenantId)
      .run();
    const body = { tenantId, query: "Show my licenses" };
    const answer = await call("POST", "/ai/chat", { as, body });
    expect(answer.status).toBe(200);
    expect(chatAnswer.parse(await answer.json())).toMatchObject({ tool_results: [NO_DATA] });
  });
});
