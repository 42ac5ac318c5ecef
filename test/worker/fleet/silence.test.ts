import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { RETRY_MS } from "../../../src/fleet/agent/outbox.ts";
import {
  aCode,
  anAgent,
  type EnrollResponse,
  stubOf,
  TestAgent,
  tlsOf,
} from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { dyingDatabase, useDatabase } from "../../support/dying-database.ts";
import { fillOutbox } from "../../support/fill-outbox.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

const S = 1000;

interface Item {
  effective_state: string;
  last_seen_at: string | null;
}
interface StateEvent {
  event: { severity_id: number; attributes: { from: string; to: string } };
}
interface PageOf<T> {
  items: T[];
}

const get = async <T>(path: string, as: string) => (await call("GET", path, { as })).json<T>();
const alarmOf = (agent: TestAgent) =>
  runInDurableObject(stubOf(agent), (_object, state) => state.storage.getAlarm());

describe("an agent that falls silent", () => {
  const DAY_MS = 86_400 * S;
  const at = (now: number) => anApp({ now: () => now });

  /** An agent enrolled a day ago, so that it can have checked in before now. */
  async function anOldAgent(): Promise<TestAgent> {
    const { code } = await aCode();
    const key = await makeKey();
    const body = JSON.stringify({ enrollment_code: code, csr_pem: await makeCsr(key) });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body };
    const answer = await at(Date.now() - DAY_MS).request("http://rampart.test/enroll", init);
    return new TestAgent(await answer.json<EnrollResponse>(), key);
  }

  async function checkInAt(agent: TestAgent, now: number, body = {}) {
    const answer = await at(now).request(`http://rampart.test/agents/${agent.id}/checkin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cf: { tlsClientAuth: tlsOf(agent.pem) },
    });
    expect(answer.status).toBe(200);
  }
  const states = async (agent: TestAgent) => {
    const lines = await runInDurableObject(stubOf(agent), (_object, state) =>
      state.storage.sql.exec<{ key: string }>("SELECT key FROM events ORDER BY seq").toArray(),
    );
    return lines.map(({ key }) => key.split("-").at(-1));
  };
  const listed = async (agent: TestAgent) => {
    const body = await get<PageOf<Item>>(`/agents?q=${agent.id}`, await anOperator());
    return body.items[0]?.effective_state;
  };

  it("is detected by its alarm, once for each state, in the lists and in the event stream", async () => {
    const agent = await anOldAgent();
    await checkInAt(agent, Date.now() - 200 * S);
    expect(await listed(agent)).toBe("online");
    await runDurableObjectAlarm(stubOf(agent));
    expect(await listed(agent)).toBe("stale");
    await runDurableObjectAlarm(stubOf(agent));
    expect(await states(agent)).toEqual(["online", "stale"]);
    await checkInAt(agent, Date.now());
    expect(await listed(agent)).toBe("online");
    expect(await states(agent)).toEqual(["online", "stale", "online"]);
  });

  it.each([
    [{ health: "error" }, "error", 3],
    [{ health: "degraded" }, "degraded", 3],
    [{ health: "healthy" }, "online", 1],
  ])("goes from the state of %j to offline and back in its events", async (status, was, severe) => {
    const agent = await anOldAgent();
    await checkInAt(agent, Date.now() - 1000 * S, { status });
    await runDurableObjectAlarm(stubOf(agent));
    await checkInAt(agent, Date.now());
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/events`;
    const { items } = await get<PageOf<StateEvent>>(path, await anOperator());
    const events = items.map(({ event }) => event).toReversed();
    expect(events.map(({ attributes }) => attributes)).toEqual([
      { from: "pending", to: was },
      { from: was, to: "offline" },
      { from: "offline", to: was },
    ]);
    expect(events.map(({ severity_id }) => severity_id)).toEqual([severe, 3, severe]);
  });

  it("is offline after the longer time, and its last_seen_at never moves back", async () => {
    const agent = await anOldAgent();
    const seen = Date.now() - 1000 * S;
    await checkInAt(agent, seen);
    await checkInAt(agent, seen - 500 * S);
    await runDurableObjectAlarm(stubOf(agent));
    expect(await listed(agent)).toBe("offline");
    const body = await get<Item>(`/agents/${agent.id}`, await anOperator());
    expect(body.last_seen_at).toBe(new Date(seen).toISOString());
  });

  it("is written to D1 as soon as D1 works again, however often it failed before", async () => {
    const agent = await anOldAgent();
    await runInDurableObject(stubOf(agent), (object) => useDatabase(object, dyingDatabase(0)));
    await checkInAt(agent, Date.now() - 1000 * S);
    for (let ring = 0; ring < 7; ring += 1) {
      await runDurableObjectAlarm(stubOf(agent));
      expect(await alarmOf(agent)).toBeLessThanOrEqual(Date.now() + RETRY_MS);
      expect(await listed(agent)).toBe("online");
    }
    expect(await states(agent)).toEqual(["online", "offline"]);
    await runInDurableObject(stubOf(agent), (object) => useDatabase(object, env.DB));
    await runDurableObjectAlarm(stubOf(agent));
    expect(await listed(agent)).toBe("offline");
    expect(await alarmOf(agent)).toBeNull();
  });

  it("has its state events kept though the outbox is full", async () => {
    const agent = await anOldAgent();
    await runInDurableObject(stubOf(agent), (_object, state) => fillOutbox(state));
    await checkInAt(agent, Date.now() - 1000 * S);
    await runDurableObjectAlarm(stubOf(agent));
    const own = (await states(agent)).filter((name) => name?.startsWith("full:") === false);
    expect(own).toEqual(["online", "offline"]);
  });

  it("keeps its alarm at a second check-in", async () => {
    const agent = await anAgent();
    await agent.checkIn({});
    const first = await alarmOf(agent);
    expect(first).toBeGreaterThan(Date.now() + 170 * S);
    await agent.checkIn({});
    expect(await alarmOf(agent)).toBe(first);
  });
});
