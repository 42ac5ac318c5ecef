import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import {
  consumeDeadEvents,
  consumeEvents,
  forgetDeadEvents,
  forgetDoneEvents,
} from "../../../src/events/index.ts";
import { archive } from "../../../src/events/archive.ts";
import { delayAfter, MAX_RETRIES } from "../../../src/events/consumer.ts";
import { forward } from "../../../src/events/forward.ts";
import { readMessage } from "../../../src/events/read-message.ts";
import { livePlatform, type Platform } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

const quiet: Platform = { ...livePlatform, log: () => undefined };
const DAY = 86_400_000;
const anId = () => crypto.randomUUID();

function line(tenant: string, eventId: string | null, at = "2026-02-03T04:05:06.000Z"): string {
  const stamps = { tenant_id: tenant, agent_id: "agent-1", ingest_id: anId(), event_id: eventId };
  return JSON.stringify({ ...stamps, received_at: at, event: { n: eventId } });
}

async function deliver(
  bodies: unknown[],
  { attempts = 1, platform = quiet, bindings = env }: Partial<Delivery> = {},
) {
  const messages = bodies.map((body) => ({ id: anId(), timestamp: new Date(), attempts, body }));
  const batch = createMessageBatch("events", messages);
  await consumeEvents(batch, bindings, platform);
  return getQueueResult(batch, createExecutionContext());
}

interface Delivery {
  attempts: number;
  platform: Platform;
  bindings: Cloudflare.Env;
}

async function archived(tenant: string): Promise<{ key: string; lines: unknown[] }[]> {
  const { objects } = await env.OBJECTS.list({ prefix: "events/" });
  const mine = objects.filter(({ key }) => key.includes(`/${tenant}/`));
  return Promise.all(
    mine.map(async ({ key }) => {
      const stored = await env.OBJECTS.get(key);
      if (stored === null) throw new Error("gone");
      const plain = stored.body.pipeThrough(new DecompressionStream("gzip"));
      const text = new TextDecoder().decode(await new Response(plain).arrayBuffer());
      return {
        key,
        lines: text
          .trim()
          .split("\n")
          .map((each) => JSON.parse(each) as unknown),
      };
    }),
  );
}

const failingBucket = {
  ...env,
  OBJECTS: { put: () => Promise.reject(new Error("down")) } as unknown as R2Bucket,
};

/** Bindings that note how many rows each statement changed. */
function countingChanges() {
  const changes: number[] = [];
  const watched = (statement: D1PreparedStatement): D1PreparedStatement => {
    const run = async () => {
      const result = await statement.run();
      changes.push(result.meta.changes);
      return result;
    };
    // A deletion returns its rows.
    const raw = async () => {
      const rows = await statement.raw();
      changes.push(rows.length);
      return rows;
    };
    const bind = (...values: unknown[]) => watched(statement.bind(...values));
    return { run, raw, bind } as unknown as D1PreparedStatement;
  };
  const prepare = (query: string) => watched(env.DB.prepare(query));
  return { changes, bindings: { ...env, DB: { prepare } as unknown as D1Database } };
}

describe("consumeEvents", () => {
  it("archives by day and tenant, compressed, one line an event", async () => {
    const [one, other] = [await aTenant(), await aTenant()];
    const next = "2026-02-04T00:00:00.000Z";
    const result = await deliver([
      line(one, "a"),
      line(one, "b"),
      line(one, "c", next),
      line(other, "a"),
    ]);
    expect(result.explicitAcks).toHaveLength(4);
    const files = await archived(one);
    expect(files.map(({ key }) => key.split("/").slice(0, 3))).toEqual([
      ["events", "2026-02-03", one],
      ["events", "2026-02-04", one],
    ]);
    expect(files[0]?.lines).toMatchObject([{ event_id: "a" }, { event_id: "b" }]);
    expect(await archived(other)).toHaveLength(1);
  });

  it("archives events with the same id that were received separately", async () => {
    const tenant = await aTenant();
    await deliver([line(tenant, "state-3-stale"), line(tenant, "state-3-stale")]);
    await deliver([line(tenant, "state-3-stale")]);
    const lines = (await archived(tenant)).flatMap((file) => file.lines);
    expect(lines).toHaveLength(3);
  });

  it("archives an event once, however often it is delivered", async () => {
    const tenant = await aTenant();
    const [a, b] = [line(tenant, "a"), line(tenant, "b")];
    await deliver([a, a]);
    await deliver([a]);
    await deliver([b, a]);
    const lines = (await archived(tenant)).flatMap((file) => file.lines);
    expect(lines).toHaveLength(2);
  });

  it("remembers an archived event for fourteen days", async () => {
    const tenant = await aTenant();
    const at = 1_000_000;
    const body = line(tenant, "a");
    await deliver([body], { platform: { ...quiet, now: () => at } });
    const isKnown = async (now: number) => {
      await forgetDoneEvents(env, { ...quiet, now: () => now });
      const query = "select count(*) as n from events_done where key like ?";
      return env.DB.prepare(query).bind(`${tenant}/%`).first("n");
    };
    expect([await isKnown(at + 14 * DAY), await isKnown(at + 14 * DAY + 1)]).toEqual([1, 0]);
  });

  it("remembers an archived event as long as its dead letter can be replayed", async () => {
    const tenant = await aTenant();
    const body = line(tenant, "a");
    const at = Date.parse("2020-03-01T00:00:00Z");
    const platform = { ...quiet, now: () => at };
    await deliver([body, line(tenant, "b")], { platform });
    const letters = [{ id: anId(), timestamp: new Date(at), attempts: 1, body }];
    await consumeDeadEvents(createMessageBatch("events-dead", letters), env, platform);
    await forgetDoneEvents(env, { ...quiet, now: () => at + 80 * DAY });
    await deliver([body]);
    expect((await archived(tenant)).flatMap((file) => file.lines)).toHaveLength(2);
    const later = { ...quiet, now: () => at + 91 * DAY };
    await forgetDeadEvents(env, later);
    await forgetDoneEvents(env, later);
    const left = "select count(*) as n from events_done where key like ?";
    expect(await env.DB.prepare(left).bind(`${tenant}/%`).first("n")).toBe(0);
  });

  it("forgets at most 5,000 events per statement", async () => {
    const tenant = await aTenant();
    const at = Date.parse("2020-06-01T00:00:00Z");
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 11000)
       INSERT INTO events_done SELECT ? || '/' || i, ?, NULL FROM n`,
    )
      .bind(tenant, at)
      .run();
    const { bindings, changes } = countingChanges();
    await forgetDoneEvents(bindings, { ...quiet, now: () => at + 15 * DAY });
    expect(changes.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(11_000);
    expect(Math.max(...changes)).toBeLessThanOrEqual(5_000);
  });

  it("keeps events without an id apart", async () => {
    const tenant = await aTenant();
    await deliver([line(tenant, null), line(tenant, null)]);
    expect((await archived(tenant)).flatMap((file) => file.lines)).toHaveLength(2);
  });

  it("names an archive file by all of its events, in whatever order they came", async () => {
    const tenant = anId();
    const events = ["a", "b", "c"].flatMap((id) => readMessage(line(tenant, id)) ?? []);
    const [a, b, c] = events.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    if (a === undefined || b === undefined || c === undefined) throw new Error("malformed");
    for (const batch of [
      [a, c],
      [b, c],
      [a, b],
      [b, a],
    ])
      await archive(env.OBJECTS, batch, async () => {});
    const lines = (await archived(tenant)).map((file) => file.lines.length);
    expect(lines).toEqual([2, 2, 2]);
  });

  it("retries with growing delays while the archive is unreachable", async () => {
    const body = line(await aTenant(), "a");
    const first = await deliver([body], { bindings: failingBucket });
    expect(first.retryMessages).toHaveLength(1);
    const third = await deliver([body], { bindings: failingBucket, attempts: 3 });
    expect(third.retryMessages).toHaveLength(1);
    expect([1, 2, 3, 6, 20].map(delayAfter)).toEqual([5, 10, 20, 160, 900]);
  });

  it("forwards a batch as NDJSON once, and retries only if that failed", async () => {
    const tenant = await aTenant();
    const sent: { body: string; auth: string | null }[] = [];
    let status = 500;
    const platform: Platform = {
      ...quiet,
      fetch: async (_url, init) => {
        const request = new Request("https://siem.test/", init);
        sent.push({
          body: new TextDecoder().decode(await request.arrayBuffer()),
          auth: request.headers.get("authorization"),
        });
        return new Response(null, { status });
      },
    };
    const bindings = {
      ...env,
      EVENTS_FORWARD_URL: "https://siem.test/in",
      EVENTS_FORWARD_TOKEN: "t",
    };
    const bodies = [line(tenant, "a"), line(tenant, "b")];
    const failed = await deliver(bodies, { platform, bindings });
    expect(failed.retryMessages).toHaveLength(2);
    status = 204;
    const done = await deliver(bodies, { platform, bindings });
    expect(done.explicitAcks).toHaveLength(2);
    await deliver(bodies, { platform, bindings });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual({ body: `${bodies.join("\n")}\n`, auth: "Bearer t" });
    expect((await archived(tenant)).flatMap((file) => file.lines)).toHaveLength(2);
  });
});

describe("a forward target that refuses one event", () => {
  const bindings = { ...env, EVENTS_FORWARD_URL: "https://siem.test/in" };

  /** A target that refuses the calls that hold the poison; counts calls and keeps the lines taken. */
  function target(refusal: number, poison: string) {
    const taken: string[] = [];
    let calls = 0;
    const platform: Platform = {
      ...quiet,
      fetch: async (_url, init) => {
        const text = await new Request("https://siem.test/", init).text();
        calls += 1;
        if (text.includes(poison)) return new Response(null, { status: refusal });
        taken.push(...text.trim().split("\n"));
        return new Response(null, { status: 204 });
      },
    };
    return { platform, taken, calls: () => calls };
  }

  it.each([400, 413, 422])("gets the other events once if it answers %i", async (refusal) => {
    const tenant = await aTenant();
    const bodies = ["a", "b", "poison", "c", "d"].map((id) => line(tenant, id));
    const { platform, taken } = target(refusal, "poison");
    const first = await deliver(bodies, { platform, bindings });
    expect(first.explicitAcks).toHaveLength(4);
    expect(first.retryMessages).toHaveLength(1);
    const last = { platform, bindings, attempts: MAX_RETRIES + 1 };
    expect((await deliver(bodies, last)).explicitAcks).toHaveLength(5);
    expect(taken.sort()).toEqual(bodies.filter((body) => !body.includes("poison")).sort());
  });

  it("is called with its token, without following redirects, and with a timeout of twenty seconds", async () => {
    const asked: RequestInit[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      asked.push(init ?? {});
      return new Response(null, { status: 204 });
    };
    const [event] = [line(anId(), "a")].flatMap((body) => readMessage(body) ?? []);
    if (event === undefined) throw new Error("malformed");
    const to = { url: "https://siem.test/in", token: "t0ken", fetch };
    const waits = vi.spyOn(AbortSignal, "timeout");
    expect(await forward(to, [event], async () => undefined)).toEqual([]);
    expect(waits.mock.calls).toEqual([[20_000]]);
    waits.mockRestore();
    const [{ redirect, signal, headers } = {}] = asked;
    expect([redirect, signal instanceof AbortSignal]).toEqual(["manual", true]);
    expect(headers).toMatchObject({ authorization: "Bearer t0ken" });
  });

  it.each([302, 500])(
    "leads to a dead letter with the reason forward_failed if it answers %i to the last try",
    async (status) => {
      const tenant = await aTenant();
      const sent: string[] = [];
      const EVENTS_DEAD = { send: async (text: string) => void sent.push(text) };
      const body = line(tenant, "a");
      await deliver([body], {
        platform: { ...quiet, fetch: async () => new Response(null, { status }) },
        bindings: { ...bindings, EVENTS_DEAD } as unknown as Cloudflare.Env,
        attempts: MAX_RETRIES + 1,
      });
      expect(sent).toEqual([`forward_failed\n${body}`]);
    },
  );

  it("is called once per batch while it answers 401", async () => {
    const tenant = await aTenant();
    const { platform, calls } = target(401, tenant);
    const result = await deliver([line(tenant, "a"), line(tenant, "b")], { platform, bindings });
    expect(result.retryMessages).toHaveLength(2);
    expect(calls()).toBe(1);
  });
});

describe("dead letters", () => {
  const waitFor = async (tenant: string) => {
    const as = await anOperator();
    for (let turn = 0; turn < 400; turn += 1) {
      const answer = await call("GET", `/admin/events/dead-letters?tenant=${tenant}`, { as });
      const page = await answer.json<{ total: number; items: Record<string, string>[] }>();
      if (page.total > 0) return page.items;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("no dead letter came");
  };

  it("keep the reason of the last try, and can be replayed; 404 for an unknown id", async () => {
    const tenant = await aTenant();
    const body = line(tenant, "a");
    const last = await deliver([body], { bindings: failingBucket, attempts: MAX_RETRIES + 1 });
    expect(last.explicitAcks).toHaveLength(1);
    const [dead] = await waitFor(tenant);
    expect(dead).toMatchObject({
      reason: "archive_failed",
      event_id: "a",
      body,
      replayed_at: null,
    });
    const as = await anOperator();
    const replay = (ids: unknown) =>
      call("POST", "/admin/events/dead-letters/replay", { as, body: { ids } });
    // If one id is unknown, none is replayed.
    expect((await replay([dead?.["id"], "nobody"])).status).toBe(404);
    const waiting = `/admin/events/dead-letters?tenant=${tenant}&replayed=false`;
    expect(await (await call("GET", waiting, { as })).json()).toMatchObject({ total: 1 });
    expect(await (await replay([dead?.["id"]])).json()).toEqual({ replayed: 1 });
    await expect.poll(() => archived(tenant), { timeout: 20_000 }).toHaveLength(1);
    const open = await call("GET", `/admin/events/dead-letters?tenant=${tenant}&replayed=false`, {
      as,
    });
    expect(await open.json()).toMatchObject({ total: 0 });
    expect((await replay(["nobody"])).status).toBe(404);
    expect((await replay([])).status).toBe(400);
  });

  it("are made at the try after the last retry, not before", async () => {
    const body = line(await aTenant(), "a");
    const sent: unknown[] = [];
    const send = async (letter: unknown) => void sent.push(letter);
    const bindings = { ...failingBucket, EVENTS_DEAD: { send } as unknown as Queue<string> };
    const repeated = await deliver([body], { bindings, attempts: MAX_RETRIES });
    expect([repeated.retryMessages.length, sent]).toEqual([1, []]);
    const last = await deliver([body], { bindings, attempts: MAX_RETRIES + 1 });
    expect([last.explicitAcks.length, sent]).toEqual([1, [`archive_failed\n${body}`]]);
  });

  it("are not made of events that the target took before it failed", async () => {
    const tenant = await aTenant();
    const bodies = ["a", "b"].map((id) => line(tenant, id));
    const letters: unknown[] = [];
    const send = async (letter: unknown) => void letters.push(letter);
    const statuses = [413, 204, 500];
    const platform: Platform = {
      ...quiet,
      fetch: async () => new Response(null, { status: statuses.shift() ?? 500 }),
    };
    const EVENTS_DEAD = { send } as unknown as Queue<string>;
    const bindings = { ...env, EVENTS_DEAD, EVENTS_FORWARD_URL: "https://siem.test/in" };
    await deliver(bodies, { platform, bindings, attempts: MAX_RETRIES + 1 });
    expect(letters).toEqual([`forward_failed\n${bodies[1]}`]);
  });

  it("a message that is no event is acknowledged", async () => {
    const batch = await deliver([{ odd: true }, "no json"]);
    expect(batch.explicitAcks).toHaveLength(2);
  });

  it("have the reason retries_exhausted if the platform moved them", async () => {
    const tenant = await aTenant();
    const messages = [{ id: anId(), timestamp: new Date(), attempts: 1, body: line(tenant, "z") }];
    const letters = createMessageBatch("events-dead", messages);
    await consumeDeadEvents(letters, env, quiet);
    await consumeDeadEvents(letters, env, quiet);
    const found = await waitFor(tenant);
    expect(found).toMatchObject([{ reason: "retries_exhausted", event_id: "z" }]);
  });

  it("403 for a tenant's own owner", async () => {
    const as = await aMember(await aTenant());
    expect((await call("GET", "/admin/events/dead-letters", { as })).status).toBe(403);
  });
});
