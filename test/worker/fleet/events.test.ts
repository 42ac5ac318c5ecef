import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { MAX_EVENT_BYTES } from "../../../src/events/index.ts";
import { EVENT_RATE } from "../../../src/fleet/agent/bucket.ts";
import { DEFAULT_INTERVAL_S } from "../../../src/fleet/policies/pick-policy.ts";
import type { AgentRecord } from "../../../src/fleet/agent/record.ts";
import { MIN_RETRY_SECONDS, retryAfter } from "../../../src/fleet/spread.ts";
import { anAgent, spendTokens, stubOf, type TestAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { fillOutbox } from "../../support/fill-outbox.ts";
import { anOperator } from "../../support/people.ts";

const DAY_MS = 86_400_000;

const good = (eventId: unknown = crypto.randomUUID(), more: object = {}) => ({
  version: 1,
  eventId,
  type: "process.started",
  time: new Date().toISOString(),
  ...more,
});

async function stored(agent: TestAgent) {
  const as = await anOperator();
  const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/events`;
  const page = await (
    await call("GET", path, { as })
  ).json<{
    total: number;
    items: (Record<string, unknown> & { event: Record<string, unknown> })[];
  }>();
  return {
    ...page,
    items: page.items.filter(({ event }) => event["type"] !== "rampart.agent.state_changed"),
  };
}

/** Lists one tenant's files only: a list of all ends at a thousand, which earlier test files may have left. */
async function filesOf(agent: TestAgent, ago: number): Promise<R2Object[]> {
  const day = new Date(Date.now() - ago).toISOString().slice(0, 10);
  return (await env.OBJECTS.list({ prefix: `events/${day}/${agent.tenantId}/` })).objects;
}

async function archivedOf(agent: TestAgent): Promise<string> {
  for (let turn = 0; turn < 400; turn += 1) {
    const mine = (await Promise.all([0, DAY_MS].map((ago) => filesOf(agent, ago)))).flat();
    const texts = await Promise.all(
      mine.map(async ({ key }) => {
        const file = await env.OBJECTS.get(key);
        if (file === null) return "";
        return new Response(file.body.pipeThrough(new DecompressionStream("gzip"))).text();
      }),
    );
    if (texts.length > 0) return texts.join("");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "";
}

describe("POST /agents/{id}/events", () => {
  it("202 with exactly the fields of the contract, and the event reaches the archive", async () => {
    const agent = await anAgent();
    await agent.checkIn({ agent: { version: "1.9.0" } });
    const began = Date.now();
    // The agent's clock is a minute slow.
    const time = new Date(began - 60_000).toISOString();
    const event = good("e-1", { tenant_id: "forged", time });
    const answer = await agent.event(event);
    expect(answer.status).toBe(202);
    const took = Math.round((Date.now() - began) / 1000);
    expect(await answer.json()).toEqual({ status: "accepted", eventId: "e-1" });
    expect(answer.headers.get("idempotency-replayed")).toBeNull();
    const { items } = await stored(agent);
    expect(items).toMatchObject([
      {
        source: "agent",
        tenant_id: agent.tenantId,
        agent_id: agent.id,
        role: "collector",
        region: "global",
        event_id: "e-1",
        agent_version: "1.9.0",
        clock_skew_s: expect.toSatisfy((skew: number) => skew <= -60 && skew >= -60 - took),
        normalized: true,
        problems: [],
        event,
      },
    ]);
    expect(items[0]?.["certificate_sha256"]).toMatch(/^[0-9a-f]{64}$/);
    // The check-in's own event may be archived earlier, in another file.
    const archived = expect.poll(() => archivedOf(agent), { timeout: 20_000 });
    await archived.toContain('"event_id":"e-1"');
  });

  it("202 for any JSON object, with its problems kept beside it", async () => {
    const agent = await anAgent();
    expect((await agent.event({ anything: [1, { goes: true }] })).status).toBe(202);
    const { items } = await stored(agent);
    expect(items).toMatchObject([
      { normalized: false, problems: expect.arrayContaining(["version: must be 1"]) },
    ]);
  });

  it("202 for an event with a type of the server's own, which is kept as an agent's event with a problem", async () => {
    const agent = await anAgent();
    await agent.checkIn({});
    const type = "rampart.agent.state_changed";
    const forged = good("state-2-online", { type, source: "server" });
    expect((await agent.event(forged)).status).toBe(202);
    const lines = await runInDurableObject(stubOf(agent), (_object, state) =>
      state.storage.sql.exec<{ line: string }>("SELECT line FROM events ORDER BY seq").toArray(),
    );
    const kept = lines.map(({ line }) => JSON.parse(line) as object);
    const problems = ["type: rampart.* is the server's own"];
    expect(kept).toMatchObject([
      { source: "server", normalized: true, event: { type } },
      { source: "agent", normalized: false, problems, event: forged },
    ]);
  });

  it("202 with an id of the server's if none is sent, with null if the id is not a string", async () => {
    const agent = await anAgent();
    const idOf = async (event: object) =>
      (await (await agent.event(event)).json<{ eventId: string | null }>()).eventId;
    expect(await idOf({ a: 1 })).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(await idOf({ eventId: null })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf({ eventId: 7 })).toBeNull();
    expect(await idOf({ eventId: 7 })).toBeNull();
    expect((await stored(agent)).items).toHaveLength(4);
  });

  it("409 for an event under the same id that differs only in a key like __proto__ or a number like 1e400", async () => {
    const agent = await anAgent();
    const send = async (eventId: string, rest: string) => {
      const answer = await agent.event(`{"eventId":"${eventId}",${rest}}`);
      return answer.status;
    };
    expect(await send("key", '"__proto__":{"a":1}')).toBe(202);
    expect(await send("key", '"__proto__":{"a":2}')).toBe(409);
    expect(await send("key", '"__proto__" : {"a":1}')).toBe(202);
    expect(await send("number", '"size":1e400')).toBe(202);
    expect(await send("number", '"size":-1e400')).toBe(409);
    expect(await send("number", '"size":null')).toBe(409);
    expect(await send("number", '"size":1e400')).toBe(202);
  });

  it("202 again for the same event, archived once; 409 for another event under its id", async () => {
    const agent = await anAgent();
    const event = good("twice", { a: 1, b: 2 });
    await agent.event(event);
    const { a, b, ...rest } = event as Record<string, unknown>;
    const again = await agent.event({ b, a, ...rest });
    expect(again.status).toBe(202);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await again.json()).toEqual({ status: "accepted", eventId: "twice" });
    const other = await agent.event({ ...event, a: 2 });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ error: "event_id_conflict", retryable: false });
    expect((await stored(agent)).items).toHaveLength(1);
    expect((await archivedOf(agent)).match(/"event_id":"twice"/g)).toHaveLength(1);
  });

  it("202 for the same id from two agents", async () => {
    const [one, other] = [await anAgent(), await anAgent()];
    await one.event(good("shared", { n: 1 }));
    expect((await other.event(good("shared", { n: 2 }))).status).toBe(202);
  });

  it.each([
    ["a list", "[]"],
    ["a string", '"x"'],
    ["null", "null"],
    ["broken JSON", "{"],
    ["an empty body", undefined],
  ])("400 for %s", async (_name, body) => {
    const agent = await anAgent();
    expect((await agent.event(body)).status).toBe(400);
  });

  it("415 for another media type, 413 above 100 KB and 202 at 100 KB", async () => {
    const agent = await anAgent();
    const wrong = await agent.event("{}", { headers: { "content-type": "text/plain" } });
    expect(wrong.status).toBe(415);
    const empty = JSON.stringify(good("big", { raw: "" }));
    const full = JSON.stringify(good("big", { raw: "x".repeat(MAX_EVENT_BYTES - empty.length) }));
    expect(full.length).toBe(MAX_EVENT_BYTES);
    expect((await agent.event(full)).status).toBe(202);
    expect((await agent.event(`${full} `)).status).toBe(413);
    expect((await archivedOf(agent)).length).toBeGreaterThan(MAX_EVENT_BYTES);
  });

  it("202 for any depth of nesting; operators see a deep event as its text", async () => {
    const agent = await anAgent();
    const as = await anOperator();
    for (const levels of [101, 4_000, 45_000]) {
      const event = `{"a":${"[".repeat(levels)}${"]".repeat(levels)},"eventId":"\\",\\"event\\":${levels}"}`;
      expect((await agent.event(event)).status).toBe(202);
      const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/events?limit=1`;
      const page = await call("GET", path, { as });
      expect(page.status).toBe(200);
      expect(await page.json()).toMatchObject({ items: [{ event }] });
    }
  });

  it("202 for large events, of which operators can read 200 at once, in any script", async () => {
    const agent = await anAgent();
    const empty = JSON.stringify(good("large", { raw: "", script: "\u{1f600}" }));
    const size = MAX_EVENT_BYTES - new TextEncoder().encode(empty).length;
    const raw = "x".repeat(size);
    expect((await agent.event(good("large", { raw, script: "\u{1f600}" }))).status).toBe(202);
    await runInDurableObject(stubOf(agent), (_object, state) => {
      state.storage.sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
         INSERT INTO events (key, hash, received_at, sent, line)
         SELECT 'more:' || i, hash, received_at, 1, line FROM events, n WHERE key = 'agent:large'`,
      );
    });
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/events?limit=200`;
    const page = await call("GET", path, { as: await anOperator() });
    expect(page.status).toBe(200);
    const { items } = await page.json<{ items: { event: { raw: string; script: string } }[] }>();
    expect(items).toHaveLength(200);
    expect(items.every(({ event }) => event.script === "\u{1f600}" && event.raw === raw)).toBe(
      true,
    );
  });

  it("429 with Retry-After above the agent's rate", async () => {
    const agent = await anAgent();
    // A clock that stands still, so that no token is refilled however slow the machine is.
    const now = Date.now();
    const { request } = anApp({ now: () => now });
    const send = () =>
      request(`http://rampart.test/agents/${agent.id}/events`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"n":1}',
        cf: { tlsClientAuth: tlsOf(agent.pem) },
      });
    const left = 10;
    await spendTokens(agent, "events", EVENT_RATE.burst - left, now);
    const answers = await Promise.all(Array.from({ length: left + 20 }, send));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(20);
    for (const answer of limited) {
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(30);
    }
    expect(await limited[0]?.json()).toMatchObject({ error: "rate_limited", retryable: true });
  });

  it("503 with Retry-After if the outbox is full", async () => {
    const agent = await anAgent();
    await agent.event(good("kept"));
    await runInDurableObject(stubOf(agent), (_object, state) => fillOutbox(state));
    const answer = await agent.event(good("refused"));
    expect(answer.status).toBe(503);
    const wait = String(retryAfter(agent.id, DEFAULT_INTERVAL_S));
    expect(answer.headers.get("retry-after")).toBe(wait);
    expect(await answer.json()).toMatchObject({ error: "outbox_full", action: "retry_later" });
  });

  it("503 and 429 with a Retry-After of a minute or so for an agent that checks in once a day", async () => {
    const agent = await anAgent();
    await runInDurableObject(stubOf(agent), (object, state) => {
      const { record } = object as unknown as { record: AgentRecord };
      record.profile.intervalS = 86_400;
      fillOutbox(state);
    });
    const seldom = 2 * MIN_RETRY_SECONDS + DEFAULT_INTERVAL_S;
    const full = await agent.event(good());
    expect(full.status).toBe(503);
    expect(Number(full.headers.get("retry-after"))).toBeLessThan(seldom);
    await runInDurableObject(stubOf(agent), (object) => {
      const { events } = object as unknown as { events: { tokens: number; at: number } };
      Object.assign(events, { tokens: 0, at: Date.now() + 60_000 });
    });
    const limited = await agent.event(good());
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeLessThan(seldom);
  });
});
