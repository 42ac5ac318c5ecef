import { describe, expect, it } from "vitest";
import { GOOD, QUERY } from "../support/ai-tenant.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { anInspector, FAKE, inspectAs, layer } from "../support/inspection.ts";
import { aMember } from "../support/people.ts";

const OPINION = JSON.stringify({
  verdict: "phishing",
  score: 97,
  signals: ["impersonation"],
  rationale: "It pretends to be a bank.",
});

/** One model for inspections and questions, with a good answer for each. */
function aService(delayMs = () => 0) {
  const asked = { inspections: 0, questions: 0 };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const body = await request.text();
    const isInspection = body.includes("clean, spam or phishing");
    asked[isInspection ? "inspections" : "questions"] += 1;
    if (isInspection && delayMs() > 0) throw new DOMException("late", "TimeoutError");
    const content = isInspection ? OPINION : GOOD;
    return Response.json({ choices: [{ finish_reason: "stop", message: { content } }] });
  };
  const provider = {
    kind: "openai-compatible",
    name: `test-${crypto.randomUUID()}`,
    baseUrl: "https://models.example/v1",
    models: ["small"],
  };
  // The clock is fixed, so that no minute ends within the test.
  const at = Date.now();
  const app = anApp({ fetch, now: () => at }, { AI_PROVIDERS: JSON.stringify([provider]) });
  return { app, asked };
}

async function aBusyTenant(limits: object, delayMs?: () => number) {
  const inspector = await anInspector();
  const { tenantId } = inspector;
  const as = await aMember(tenantId);
  const document = {
    tenantId,
    title: "People",
    source: "wiki",
    text: "Teresa Almeida leads the network team in Porto.",
  };
  await call("POST", "/ai/documents", { as, body: document });
  expect((await call("PATCH", "/ai/settings", { as, body: { tenantId, limits } })).status).toBe(
    200,
  );
  const { app, asked } = aService(delayMs);
  const inspect = async () => layer(await inspectAs(inspector, FAKE, {}, app), "L4").signals;
  const question = async () =>
    app.request("/ai/ask-rag", {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify({ tenantId, query: QUERY }),
    });
  return { inspect, question, asked };
}

describe("a model for inspections and questions", () => {
  it.each(["callsPerMinute", "callsPerDay"])(
    "gives inspections half of %s; then layer L4 is unavailable and questions go on",
    async (name) => {
      const { inspect, question, asked } = await aBusyTenant({ [name]: 5 });
      for (let turn = 0; turn < 2; turn += 1) expect(await inspect()).toEqual(["impersonation"]);
      for (let turn = 0; turn < 4; turn += 1) expect(await inspect()).toEqual(["unavailable"]);
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await question();
        expect([answer.status, answer.headers.get("x-ai-degraded")]).toEqual([200, null]);
      }
      // The limit of all calls together still holds.
      expect((await question()).status).toBe(429);
      expect(asked).toEqual({ inspections: 2, questions: 3 });
    },
  );

  it("still answers questions after five timeouts have stopped its inspections", async () => {
    const { inspect, question, asked } = await aBusyTenant({ callsPerMinute: 100 }, () => 1);
    for (let turn = 0; turn < 7; turn += 1) expect(await inspect()).toEqual(["unavailable"]);
    expect(asked.inspections).toBe(5);
    expect((await question()).headers.get("x-ai-degraded")).toBeNull();
    expect(asked.questions).toBe(1);
  });
});
