import { describe, expect, it } from "vitest";
import { usage } from "../../src/ai/usage/answers.ts";
import { anApp } from "../support/app.ts";
import { aLibrary, anAppWithModel, aPrice, FACT, GOOD, QUERY } from "../support/ai-tenant.ts";
import { call } from "../support/call.ts";
import { anInspector, FAKE, inspectAs, layer } from "../support/inspection.ts";
import { aModelServer } from "../support/model-server.ts";
import { aMember } from "../support/people.ts";

/** Tokens of an answer; 700 are reserved before a call, at a millionth of a dollar each. */
const USED = 20;
const RESERVED = 700;

async function limit(as: string, tenantId: string, monthlyMicroUsd: number, overLimit = "refuse") {
  const body = { tenantId, limits: { monthlyMicroUsd }, overLimit };
  expect((await call("PATCH", "/ai/settings", { as, body })).status).toBe(200);
}

async function usageOf(as: string, tenantId: string) {
  const path = `/ai/usage?tenantId=${tenantId}&groupBy=operation`;
  return usage.parse(await (await call("GET", path, { as })).json());
}

/** A model that answers as a stream, with its usage at the end. */
function aStreamingModel() {
  let asked = 0;
  const lines = [
    { choices: [{ index: 0, delta: { content: `${GOOD} ` } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    {
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: USED, total_tokens: 100 + USED },
    },
  ].map((data) => `data: ${JSON.stringify(data)}\n\n`);
  const app = anAppWithModel(async () => {
    asked += 1;
    const headers = { "content-type": "text/event-stream" };
    return new Response([...lines, "data: [DONE]\n\n"].join(""), { headers });
  });
  return { ...app, count: () => asked };
}

describe("a streamed answer at the edge of a budget", () => {
  async function aTenantWith(questions: number, overLimit?: string) {
    const { tenantId, as } = await aLibrary();
    const model = aStreamingModel();
    await aPrice(model.name, 0, 1_000_000);
    await limit(as, tenantId, RESERVED + USED * (questions - 1), overLimit);
    const accept = { accept: "text/event-stream" };
    const question = (path = "/ai/ask-rag") =>
      model.ask("POST", path, as, { tenantId, query: QUERY }, accept);
    return { tenantId, as, question, count: model.count, name: model.name };
  }

  it.each(["/ai/ask-rag", "/ai/chat"])(
    "%s streams within the budget; past it 429 as JSON with Retry-After, without a model call",
    async (path) => {
      const { question, count, as, tenantId, name } = await aTenantWith(2);
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await question(path);
        expect(answer.headers.get("x-ai-provider")).toBe(name);
        expect(await answer.text()).toContain("event: done");
      }
      const refused = await question(path);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("content-type")).toContain("application/json");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ error: "budget_exhausted", statusCode: 429 });
      expect(count()).toBe(2);
      const { budget } = await usageOf(as, tenantId);
      expect(budget).toMatchObject({ spentMicroUsd: 2 * USED, unconfirmedMicroUsd: 0 });
    },
  );

  it("has the documents' own words past the budget if overLimit is degrade", async () => {
    const { question, count } = await aTenantWith(1, "degrade");
    await (await question()).text();
    const answer = await question();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-ai-provider")).toBe("embedded");
    expect(answer.headers.get("x-ai-degraded")).toBe("budget_exhausted");
    const text = await answer.text();
    expect(text).toContain(FACT);
    expect(text).toContain("event: done");
    expect(count()).toBe(1);
  });

  it("is given to one of ten questions at once; 429 for nine", async () => {
    const { question, count, as, tenantId } = await aTenantWith(1);
    const answers = await Promise.all(Array.from({ length: 10 }, async () => question()));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
    await Promise.all(answers.map(async (answer) => answer.text()));
    expect(count()).toBe(1);
    expect((await usageOf(as, tenantId)).total).toMatchObject({ calls: 1, failed: 0 });
  });
});

describe("layer L4 of an inspection at the edge of a budget", () => {
  const OPINION = JSON.stringify({
    verdict: "phishing",
    score: 97,
    signals: ["impersonation"],
    rationale: "Se hace pasar por un banco.",
  });

  async function aTenantWith(messages: number) {
    const caller = await anInspector();
    const { tenantId } = caller;
    const as = await aMember(tenantId);
    const server = aModelServer(OPINION);
    const name = `test-${crypto.randomUUID()}`;
    const baseUrl = "https://models.example/v1";
    const provider = { kind: "openai-compatible", name, baseUrl, models: ["small"] };
    const isolate = anApp({ fetch: server.fetch }, { AI_PROVIDERS: JSON.stringify([provider]) });
    await aPrice(name, 0, 1_000_000);
    await limit(as, tenantId, RESERVED + USED * (messages - 1));
    const inspect = (at: number) =>
      inspectAs(caller, { ...FAKE, sender: `+3460011122${at}` }, {}, isolate);
    return { caller, tenantId, as, inspect, asked: server.asked };
  }

  it("calls the model within the budget; past it messages are judged without the model", async () => {
    const { caller, inspect, asked, as, tenantId } = await aTenantWith(2);
    for (let at = 0; at < 2; at += 1) {
      expect(layer(await inspect(at), "L4").score).toBe(97);
    }
    const read = await inspect(2);
    expect(layer(read, "L4")).toEqual({ layer: "L4", score: 0, signals: ["unavailable"] });
    expect(read).not.toHaveProperty("rationale");
    const without = await inspectAs(caller, { ...FAKE, sender: "+34600111222" });
    expect([read.verdict, read.score]).toEqual([without.verdict, without.score]);
    expect(asked).toHaveLength(2);
    const { groups, budget } = await usageOf(as, tenantId);
    expect(groups).toMatchObject([{ calls: 2, failed: 0, costMicroUsd: 2 * USED }]);
    expect(budget).toMatchObject({ spentMicroUsd: 2 * USED, unconfirmedMicroUsd: 0 });
  });

  it("keeps its reserved cost as unconfirmed if the model does not answer in time", async () => {
    const caller = await anInspector();
    const { tenantId } = caller;
    const as = await aMember(tenantId);
    const name = `test-${crypto.randomUUID()}`;
    const baseUrl = "https://models.example/v1";
    const provider = { kind: "openai-compatible", name, baseUrl, models: ["small"] };
    const silent = async (_input: RequestInfo | URL, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        const signal = init?.signal;
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
    const isolate = anApp({ fetch: silent }, { AI_PROVIDERS: JSON.stringify([provider]) });
    await aPrice(name, 0, 1_000_000);
    const read = await inspectAs(caller, FAKE, {}, isolate);
    expect(layer(read, "L4").signals).toEqual(["unavailable"]);
    await expect
      .poll(async () => (await usageOf(as, tenantId)).total.calls, { timeout: 10_000 })
      .toBe(1);
    expect((await usageOf(as, tenantId)).budget).toMatchObject({
      spentMicroUsd: RESERVED,
      unconfirmedMicroUsd: RESERVED,
    });
  });

  it("calls the model for one of ten messages at once", async () => {
    const { inspect, asked, as, tenantId } = await aTenantWith(1);
    const reads = await Promise.all(Array.from({ length: 10 }, async (_, at) => inspect(at)));
    const judged = reads.filter((read) => layer(read, "L4").score === 97);
    expect(judged).toHaveLength(1);
    expect(asked).toHaveLength(1);
    expect((await usageOf(as, tenantId)).total.calls).toBe(1);
  });
});

describe("a model call that times out after a refused try", () => {
  it("keeps its whole reserved cost, as large as maxTokens allows, as unconfirmed", async () => {
    const { tenantId, as } = await aLibrary();
    let tries = 0;
    const model = anAppWithModel(async () => {
      tries += 1;
      if (tries % 2 === 0) throw new DOMException("It took too long.", "TimeoutError");
      return new Response("busy", { status: 503 });
    });
    await aPrice(model.name, 0, 1_000_000);
    const spent = async (maxTokens: number) => {
      const body = { tenantId, maxTokens };
      expect((await call("PATCH", "/ai/settings", { as, body })).status).toBe(200);
      await model.ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
      return (await usageOf(as, tenantId)).budget;
    };
    const [first, both] = [await spent(RESERVED), await spent(100)];
    expect(tries).toBe(4);
    expect(first.unconfirmedMicroUsd).toBe(RESERVED);
    expect(both.unconfirmedMicroUsd).toBe(RESERVED + 100);
    const second = both.spentTokens - first.spentTokens;
    expect(first.spentTokens - second).toBe(RESERVED - 100);
  });
});

describe("a model that does not answer in time", () => {
  it.each(["application/json", "text/event-stream"])(
    "is reported as llm_timeout after one try, in %s",
    async (accept) => {
      const { tenantId, as } = await aLibrary();
      let tries = 0;
      const model = anAppWithModel(async () => {
        tries += 1;
        throw new DOMException("It took too long.", "TimeoutError");
      });
      const answer = await model.ask(
        "POST",
        "/ai/ask-rag",
        as,
        { tenantId, query: QUERY },
        { accept },
      );
      expect(answer.status).toBe(200);
      expect(answer.headers.get("x-ai-degraded")).toBe("llm_timeout");
      expect(await answer.text()).toContain(`${FACT} [1]`.slice(0, FACT.length - 1));
      expect(tries).toBe(1);
    },
  );
});

describe("a model without a price, for a tenant with a budget", () => {
  it("is skipped for the next model that has a price", async () => {
    const { tenantId, as } = await aLibrary();
    const server = aModelServer(GOOD);
    const [unpriced, priced] = ["unpriced", "priced"].map((name) => ({
      kind: "openai-compatible",
      name: `${name}-${crypto.randomUUID()}`,
      baseUrl: `https://${name}.example/v1`,
      models: ["small"],
    }));
    await aPrice(priced?.name ?? "", 1, 1);
    await limit(as, tenantId, 1_000_000);
    const bindings = { AI_PROVIDERS: JSON.stringify([unpriced, priced]) };
    const answer = await anApp({ fetch: server.fetch }, bindings).request("/ai/ask-rag", {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify({ tenantId, query: QUERY }),
    });
    expect(answer.headers.get("x-ai-provider")).toBe(priced?.name);
    expect(server.asked.map(({ url }) => url)).toEqual([
      "https://priced.example/v1/chat/completions",
    ]);
  });
});
