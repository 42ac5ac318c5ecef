import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/index.ts";
import { showAiUsage } from "../../src/ai/index.ts";
import type { Knowledge } from "../../src/ai/knowledge/knowledge-object.ts";
import type { Provider } from "../../src/ai/providers/providers-for.ts";
import { settingsShown } from "../../src/ai/settings/answers.ts";
import { tenantAi } from "../../src/ai/settings/tenant-ai.ts";
import { meter } from "../../src/ai/usage/meter.ts";
import type { Unit } from "../../src/ai/usage/outcome.ts";
import { MAX_PRICES, priceFor, showPrices } from "../../src/ai/usage/prices.ts";
import { priceList, usage } from "../../src/ai/usage/answers.ts";
import { ABANDONED_MS } from "../../src/ai/usage/spend-book.ts";
import { database, livePlatform } from "../../src/platform/index.ts";
import { aLibrary, anAppWithModel, aPrice, FACT, GOOD, QUERY } from "../support/ai-tenant.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

type Ask = ReturnType<typeof anAppWithModel>["ask"];

async function limit(as: string, tenantId: string, limits: object, more: object = {}) {
  const body = { tenantId, limits, ...more };
  const answer = await call("PATCH", "/ai/settings", { as, body });
  expect(answer.status).toBe(200);
  return settingsShown.parse(await answer.json());
}

async function readUsage(ask: Ask, as: string, tenantId: string, query = "") {
  const answer = await ask("GET", `/ai/usage?tenantId=${tenantId}${query}`, as);
  expect(answer.status).toBe(200);
  return usage.parse(await answer.json());
}

describe("GET /ai/usage", () => {
  it("200 with the tokens and the cost of an answer, whose modelUsage has cost and pricingVersion", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask, name } = anAppWithModel([GOOD]);
    const { pricingVersion } = await aPrice(name, 1_000_000, 4_000_000);
    const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    const { modelUsage } = await answer.json<{ modelUsage: object }>();
    // A hundred tokens in and twenty out, at one and at four dollars a million.
    expect(modelUsage).toMatchObject({ estimatedCostUsd: 0.00018, pricingVersion });
    const shown = await readUsage(ask, as, tenantId, "&groupBy=operation");
    expect(shown.groups).toHaveLength(1);
    expect(shown.groups[0]).toMatchObject({
      key: "ask-rag",
      calls: 1,
      failed: 0,
      promptTokens: 100,
      completionTokens: 20,
      costMicroUsd: 180,
      unpriced: 0,
    });
    expect(shown.budget).toMatchObject({ spentMicroUsd: 180, unconfirmedMicroUsd: 0 });
    expect(shown.budget.limitMicroUsd).toBeNull();
  });

  it.each(["day", "provider", "model", "user"])("200 grouped by %s", async (groupBy) => {
    const { tenantId, as } = await aLibrary();
    const { ask, name } = anAppWithModel([GOOD]);
    await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    await ask("POST", "/ai/chat", as, { tenantId, query: QUERY, model: "large" });
    const shown = await readUsage(ask, as, tenantId, `&groupBy=${groupBy}`);
    const keys = shown.groups.map(({ key }) => key);
    if (groupBy === "provider") expect(keys).toEqual([name]);
    if (groupBy === "model") expect(keys).toEqual(["large", "small"]);
    if (groupBy === "day") expect(keys).toEqual([new Date().toISOString().slice(0, 10)]);
    expect(shown.total).toMatchObject({ calls: 2, totalTokens: 240, unpriced: 2 });
  });

  it("400 for a from that is neither a day nor a moment, as with an unescaped +", async () => {
    const { tenantId, as } = await aLibrary();
    for (const from of ["2026-11-26T00:00:00+02:00", "2026-13-01", "26.11.2026"]) {
      const answer = await call("GET", `/ai/usage?tenantId=${tenantId}&from=${from}`, { as });
      expect(answer.status).toBe(400);
      const message = '"from" is invalid: must be a day or a moment, as 2026-01-31T09:30:00Z.';
      expect(await answer.json()).toMatchObject({ message });
    }
  });

  it("200 with failed calls, and with calls of unknown cost as unpriced and unconfirmed", async () => {
    const { tenantId, as } = await aLibrary();
    const broken = anAppWithModel([401]);
    await broken.ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    const garbled = anAppWithModel(async () => new Response("not what was agreed"));
    await aPrice(garbled.name, 1_000_000, 1_000_000);
    await limit(as, tenantId, { monthlyMicroUsd: 1_000_000 });
    await garbled.ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    const shown = await readUsage(garbled.ask, as, tenantId, "&groupBy=provider");
    const of = (key: string) => shown.groups.find((group) => group.key === key);
    expect(of(broken.name)).toMatchObject({ calls: 1, failed: 1, unpriced: 0 });
    expect(of(garbled.name)).toMatchObject({ calls: 1, failed: 1, unpriced: 1 });
    const { spentMicroUsd, unconfirmedMicroUsd } = shown.budget;
    expect(unconfirmedMicroUsd).toBeGreaterThan(0);
    expect(spentMicroUsd).toBe(unconfirmedMicroUsd);
  });

  it("200 with no less spent if a provider reports a negative token count", async () => {
    const { tenantId, as } = await aLibrary();
    const content = GOOD;
    const used = { prompt_tokens: -1_000_000, completion_tokens: 20, total_tokens: -999_980 };
    const said = { choices: [{ message: { content } }], usage: used };
    const generous = anAppWithModel(async () => Response.json(said));
    await aPrice(generous.name, 1_000_000, 1_000_000);
    await generous.ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    const { budget, total } = await readUsage(generous.ask, as, tenantId);
    expect(total).toMatchObject({ calls: 1, failed: 0, completionTokens: 20 });
    expect(total.promptTokens).toBeGreaterThan(100);
    expect(budget).toMatchObject({ spentTokens: total.totalTokens, unconfirmedMicroUsd: 0 });
    expect(budget.spentMicroUsd).toBe(total.totalTokens);
  });

  it("200 with no less spent if a provider reports more cached tokens than prompt tokens", async () => {
    const { tenantId, as } = await aLibrary();
    const details = { prompt_tokens_details: { cached_tokens: 1_000_000 } };
    const used = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, ...details };
    const said = { choices: [{ message: { content: GOOD } }], usage: used };
    const { ask, name } = anAppWithModel(async () => Response.json(said));
    const perMillion = { inputPerMillion: 1_000_000, cachedInputPerMillion: 500_000 };
    const price = { provider: name, model: "small", ...perMillion, outputPerMillion: 1_000_000 };
    const operator = await anOperator();
    await call("POST", "/admin/ai/prices", { as: operator, body: { prices: [price] } });
    await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    // All 100 prompt tokens count as cached, at half a dollar a million, and 20 tokens out.
    expect((await readUsage(ask, as, tenantId)).budget).toMatchObject({ spentMicroUsd: 70 });
  });

  it("200 without the calls outside the time that is asked for", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask } = anAppWithModel([GOOD]);
    await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    const past = await readUsage(ask, as, tenantId, "&from=2026-01-01&to=2026-02-01");
    expect(past.total.calls).toBe(0);
    expect(past.groups).toEqual([]);
  });

  it("400 for a from after to, 403 for another tenant and without the permission", async () => {
    const { tenantId, as } = await aLibrary();
    const path = `/ai/usage?tenantId=${tenantId}`;
    const turned = await call("GET", `${path}&from=2026-02-01&to=2026-01-01`, { as });
    expect(turned.status).toBe(400);
    const details = [{ path: "from", message: 'must lie before "to"' }];
    expect(await turned.json()).toMatchObject({ details });
    expect((await call("GET", path, { as: await aMember(await aTenant()) })).status).toBe(403);
    const other = await aMember(tenantId, ["ai:use"]);
    expect((await call("GET", path, { as: other })).status).toBe(403);
  });

  it("an answer without a model is not counted as a call", async () => {
    const { tenantId, as } = await aLibrary();
    await call("POST", "/ai/ask-rag", { as, body: { tenantId, query: QUERY } });
    const now = Date.now();
    const shown = await showAiUsage(env, claimedBySystem(tenantId), { groupBy: "day" }, now);
    expect(shown).toMatchObject({ total: { calls: 0 } });
  });

  it("200 with all 1,001 calls that waited in the outbox", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask } = anAppWithModel([GOOD]);
    const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
    const who = { tenantId, userId: "u", operation: "chat", provider: "p", model: "m" };
    const units = {
      unit: "token",
      unitsIn: 1,
      unitsOut: 0,
      costMicros: null,
      pricingVersion: null,
    };
    const end = { latencyMs: 1, statusCode: 200, outcome: "ok", traceId: "x", at: Date.now() };
    await runInDurableObject(stub, (_knowledge: Knowledge, { storage }) => {
      for (let at = 0; at < 1_001; at += 1) {
        const id = crypto.randomUUID();
        const row = JSON.stringify({ id, ...who, ...units, ...end });
        storage.sql.exec("INSERT INTO spend_outbox VALUES (?, ?)", id, row);
      }
    });
    expect((await readUsage(ask, as, tenantId)).total.calls).toBe(1_001);
  });

  it("200 with the calls from the first moment up to the last moment, which is excluded", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask } = anAppWithModel([GOOD]);
    const at = Date.now() - 1_000;
    const who = { tenantId, userId: "u", operation: "chat", provider: "p", model: "m" };
    const call = { ...who, id: crypto.randomUUID(), unit: "token" as const, traceId: "x", at };
    const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
    const limits = { callsPerMinute: 10, concurrent: 10 };
    await stub.reserveSpend({ call, micros: 70, tokens: 9, limits });
    const unknown = { unitsIn: null, unitsOut: null, costMicros: null, pricingVersion: null };
    await stub.settleSpend(call.id, { ...unknown, outcome: "failed", latencyMs: 1, statusCode: 0 });
    const callsWithin = async (from: number, to: number) => {
      const [first, last] = [from, to].map((one) => new Date(one).toISOString());
      const shown = await readUsage(ask, as, tenantId, `&from=${first}&to=${last}`);
      return [shown.total.calls, shown.groups.length];
    };
    expect(await callsWithin(at, at + 1)).toEqual([1, 1]);
    expect(await callsWithin(at - 1, at)).toEqual([0, 0]);
    expect(await callsWithin(at + 1, at + 2)).toEqual([0, 0]);
  });

  it("a call that reached no provider is not counted, and its reservation is released", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask } = anAppWithModel([GOOD]);
    const claimed = claimedBySystem(tenantId);
    const ai = await tenantAi(env, claimed, Date.now());
    const who = { env, platform: livePlatform, tenantId: claimed, userId: "u", ai };
    const caller = {
      ...who,
      operation: "chat",
      traceId: "x",
      traceparent: "x",
      outlive: () => undefined,
    };
    const amount = { mostIn: 5, mostOut: 5, price: undefined };
    const wanted = { provider: "p", model: "m", unit: "token" as const, ...amount };
    expect(await meter(caller, wanted, async () => undefined)).toBeUndefined();
    const { total, budget } = await readUsage(ask, as, tenantId);
    expect([total.calls, budget.spentTokens]).toEqual([0, 0]);
  });

  it("a call whose isolate was lost counts as failed, and its reserved cost stays unconfirmed", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask } = anAppWithModel([GOOD]);
    const at = Date.now();
    const who = { tenantId, userId: "u", operation: "chat", provider: "p", model: "m" };
    const lost = { ...who, id: crypto.randomUUID(), unit: "token" as const, traceId: "x", at };
    const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
    const limits = { callsPerMinute: 10, concurrent: 10 };
    await stub.reserveSpend({ call: lost, micros: 70, tokens: 9, limits });
    await runInDurableObject(stub, (knowledge: Knowledge) => {
      knowledge.clock = () => at + ABANDONED_MS;
    });
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    const shown = await readUsage(ask, as, tenantId);
    expect(shown.total).toMatchObject({ calls: 1, failed: 1, unpriced: 1 });
    expect(shown.budget).toMatchObject({ spentMicroUsd: 70, unconfirmedMicroUsd: 70 });
  });
});

describe("a tenant's budget", () => {
  /** A budget that covers this number of questions. */
  async function aBudget(questions: number, overLimit?: string) {
    const { tenantId, as } = await aLibrary();
    const model = anAppWithModel([GOOD]);
    await aPrice(model.name, 0, 1_000_000);
    // 700 tokens of an answer are reserved, and twenty of them are used.
    const monthlyMicroUsd = 700 + 20 * (questions - 1);
    await limit(as, tenantId, { monthlyMicroUsd }, overLimit === undefined ? {} : { overLimit });
    const question = () => model.ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    return { ...model, tenantId, as, question };
  }

  it("429 past the budget with Retry-After, and the model is not called", async () => {
    const { question, asked, ask, as, tenantId } = await aBudget(2);
    expect([(await question()).status, (await question()).status]).toEqual([200, 200]);
    const refused = await question();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: "budget_exhausted" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(asked).toHaveLength(2);
    const { budget } = await readUsage(ask, as, tenantId);
    expect(budget).toMatchObject({ limitMicroUsd: 720, spentMicroUsd: 40 });
  });

  it("200 with the documents' own words past the budget if overLimit is degrade", async () => {
    const { question, asked } = await aBudget(1, "degrade");
    await question();
    const answer = await question();
    expect(answer.headers.get("x-ai-degraded")).toBe("budget_exhausted");
    expect(answer.headers.get("x-ai-provider")).toBe("embedded");
    expect(await answer.json()).toMatchObject({ answer: `${FACT} [1]` });
    expect(asked).toHaveLength(1);
  });

  it("allows one of ten questions at once if it covers only one; 429 for nine", async () => {
    const { question, asked, ask, as, tenantId } = await aBudget(1);
    const answers = await Promise.all(Array.from({ length: 10 }, question));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
    expect(asked).toHaveLength(1);
    expect((await readUsage(ask, as, tenantId)).total.calls).toBe(1);
  });

  it("is price_unknown for a model without a price, which is not called", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask, asked } = anAppWithModel([GOOD]);
    await limit(as, tenantId, { monthlyMicroUsd: 1_000_000_000 });
    const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    expect(answer.headers.get("x-ai-degraded")).toBe("price_unknown");
    expect(asked).toEqual([]);
  });

  it("in tokens is 429 also without prices, as is a limit of calls", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask, asked } = anAppWithModel([GOOD]);
    const question = () => ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    await limit(as, tenantId, { monthlyTokens: 100 });
    expect((await question()).status).toBe(429);
    await limit(as, tenantId, { callsPerMinute: 0 });
    const refused = await question();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: "ai_rate_limited" });
    expect(asked).toEqual([]);
  });

  it("is capped by a ceiling that only an operator may set; 403 for a member", async () => {
    const { tenantId, as } = await aLibrary();
    const ceiling = { monthlyMicroUsd: 500 };
    const own = await call("PATCH", "/ai/settings", { as, body: { tenantId, ceiling } });
    expect(own.status).toBe(403);
    const operator = await anOperator();
    await call("PATCH", "/ai/settings", { as: operator, body: { tenantId, ceiling } });
    const shown = await limit(as, tenantId, { monthlyMicroUsd: 9_000, callsPerDay: 3 });
    expect(shown.effective.limits).toMatchObject({ monthlyMicroUsd: 500, callsPerDay: 3 });
  });
});

describe("/admin/ai/prices", () => {
  it("201 for new prices; 409 for a price of the same moment, 400 for a price in the past", async () => {
    const as = await anOperator();
    const price = { provider: crypto.randomUUID(), model: "m", inputPerMillion: 5 };
    const validFrom = new Date(Date.now() + 3_600_000).toISOString();
    const body = { prices: [price, { ...price, inputPerMillion: 7, validFrom }] };
    const made = await call("POST", "/admin/ai/prices", { as, body });
    expect(made.status).toBe(201);
    const { prices, pricingVersion } = priceList.parse(await made.json());
    const mine = prices.filter(({ provider }) => provider === price.provider);
    expect(mine.map(({ inputPerMillion }) => inputPerMillion)).toEqual([5]);
    expect(pricingVersion).toMatch(/^\d{4}-\d\d-\d\d\.[0-9a-f]{8}$/);
    const late = { prices: [{ ...price, validFrom }] };
    expect((await call("POST", "/admin/ai/prices", { as, body: late })).status).toBe(409);
    const early = { prices: [{ ...price, validFrom: "2020-01-01T00:00:00Z" }] };
    const half = { prices: [{ ...body.prices[0], model: "half a \ud800" }] };
    expect((await call("POST", "/admin/ai/prices", { as, body: half })).status).toBe(400);
    const refused = await call("POST", "/admin/ai/prices", { as, body: early });
    expect(refused.status).toBe(400);
    const details = [{ path: "prices.0.validFrom", message: "must not lie in the past" }];
    expect(await refused.json()).toMatchObject({ details });
  });

  it("prices count from their validFrom on, and replace the price before", async () => {
    const as = await anOperator();
    const price = { provider: crypto.randomUUID(), model: "m", inputPerMillion: 5 };
    const at = Date.now() + 3_600_000;
    const next = { ...price, inputPerMillion: 7, validFrom: new Date(at).toISOString() };
    const body = { prices: [price, next] };
    expect((await call("POST", "/admin/ai/prices", { as, body })).status).toBe(201);
    const seen = async (now: number) => {
      const { prices } = await showPrices(database(env), now);
      const mine = prices.filter(({ provider }) => provider === price.provider);
      return mine.map(({ inputPerMillion }) => inputPerMillion);
    };
    expect([await seen(at - 1), await seen(at)]).toEqual([[5], [7]]);
  });

  it("409 for prices beyond the limit, with each price of a request counted", async () => {
    const as = await anOperator();
    const priceOf = (model: string) => ({ provider: "full", model, inputPerMillion: 5 });
    const add = async (...models: string[]) => {
      const body = { prices: models.map(priceOf) };
      return (await call("POST", "/admin/ai/prices", { as, body })).status;
    };
    // The oldest prices, so that no price of another test is left out of the list.
    const fill = `WITH RECURSIVE n (at) AS (SELECT (SELECT count(*) FROM ai_prices) + 1
        UNION ALL SELECT at + 1 FROM n WHERE at < ?)
      INSERT INTO ai_prices SELECT 'full', at, 0, 'token', 0, 0, 0, 'test', 0 FROM n`;
    try {
      await env.DB.prepare(fill)
        .bind(MAX_PRICES - 1)
        .run();
      expect([await add("a", "b"), await add("a"), await add("b")]).toEqual([409, 201, 409]);
    } finally {
      await env.DB.prepare("DELETE FROM ai_prices WHERE provider = 'full'").run();
    }
  });

  it("prices count only for their own unit", async () => {
    const name = crypto.randomUUID();
    await aPrice(name, 5, 7);
    const provider = { own: false, name } as Provider;
    const priceOf = (unit: Unit) => priceFor(env, provider, "small", unit, Date.now() + 60_000);
    expect(await priceOf("token")).toMatchObject({ inputPerMillion: 5, outputPerMillion: 7 });
    expect(await priceOf("character")).toBeUndefined();
  });

  it("prices of a tenant's own provider count only for the models that they name", async () => {
    const prices = { small: { inputPerMillion: 5, outputPerMillion: 7 } };
    const settings = { kind: "openai-compatible", prices };
    const provider = { own: true, settings, row: { updatedAt: 0 } } as unknown as Provider;
    const priceOf = (model: string) => priceFor(env, provider, model, "token", 0);
    expect(await priceOf("small")).toMatchObject({ inputPerMillion: 5, outputPerMillion: 7 });
    for (const name of ["large", "constructor"]) expect(await priceOf(name)).toBeUndefined();
  });

  it("403 for a tenant's owner", async () => {
    const as = await aMember(await aTenant());
    expect((await call("GET", "/admin/ai/prices", { as })).status).toBe(403);
  });
});
