import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { RECOVERY_WINDOW_MS } from "../../../src/certificates/admit-certificate.ts";
import { findAgent } from "../../../src/fleet/agent-store.ts";
import { RETRY_MS } from "../../../src/fleet/agent/outbox.ts";
import type { AgentRecord } from "../../../src/fleet/agent/record.ts";
import { agents } from "../../../src/fleet/tables.ts";
import { database } from "../../../src/platform/index.ts";
import { anAgent, errorOf, stubOf, type TestAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

const DAY_MS = 86_400_000;

/** Lets the current certificate expire so long ago. */
function expire(agent: TestAgent, ago: number): Promise<void> {
  return runInDurableObject(stubOf(agent), (object) => {
    const { record } = object as unknown as { record: AgentRecord };
    record.slots.current.notAfter = Date.now() - ago;
  });
}

describe("an agent that is deleted while it sleeps", () => {
  it("gets 403 agent_deregistered when it wakes, as long as its expired certificate could rotate", async () => {
    const [agent, as] = [await anAgent(), await anOperator()];
    await expire(agent, 20 * DAY_MS);
    const end = () => call("DELETE", `/agents/${agent.id}`, { as });
    const body = await (await end()).json();
    for (let turn = 0; turn < 2; turn += 1) await runDurableObjectAlarm(stubOf(agent));
    expect(await errorOf(await agent.rotate())).toBe("403 agent_deregistered stop");
    expect(await (await end()).json()).toEqual(body);
    const alarm = await runInDurableObject(stubOf(agent), (_, { storage }) => storage.getAlarm());
    expect(alarm).toBeGreaterThan(Date.now() + RECOVERY_WINDOW_MS - 21 * DAY_MS);
  });

  it("gets 401 certificate_unknown once its certificate could no longer rotate", async () => {
    const [agent, as] = [await anAgent(), await anOperator()];
    await expire(agent, RECOVERY_WINDOW_MS + 1);
    expect((await call("DELETE", `/agents/${agent.id}`, { as })).status).toBe(200);
    await runDurableObjectAlarm(stubOf(agent));
    expect(await errorOf(await agent.rotate())).toBe("401 certificate_unknown re_enroll");
  });
});

describe("an agent that left before a restore of D1", () => {
  it("is removed from the lists by DELETE, though its object no longer knows it", async () => {
    const [agent, as] = [await anAgent(), await anOperator()];
    const db = database(env);
    const row = await findAgent(db, agent.id);
    if (row === undefined) throw new Error("the agent is listed");
    expect((await agent.leave()).status).toBe(200);
    await runInDurableObject(stubOf(agent), (_, { storage }) => storage.deleteAll());
    await evictDurableObject(stubOf(agent));
    await db.insert(agents).values(row);
    const end = (by: string) => call("DELETE", `/agents/${agent.id}`, { as: by });
    expect((await end(await aMember(await aTenant()))).status).toBe(404);
    const answer = await end(as);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ agent_id: agent.id, status: "deregistered" });
    expect(await findAgent(db, agent.id)).toBeUndefined();
    expect((await end(as)).status).toBe(404);
  });
});

describe("an agent that leaves right after sending an event", () => {
  it("has its alarm set soon, though it left while the event was on its way to the queue", async () => {
    const agent = await anAgent();
    const never = new Promise<never>(() => {});
    await runInDurableObject(stubOf(agent), (object) => {
      const { outbox } = object as unknown as { outbox: { queue: Pick<Queue, "sendBatch"> } };
      outbox.queue = { sendBatch: () => never };
    });
    expect((await agent.event({ version: 1, eventId: "last" })).status).toBe(202);
    expect((await agent.leave()).status).toBe(200);
    await runDurableObjectAlarm(stubOf(agent));
    const alarm = await runInDurableObject(stubOf(agent), (_, { storage }) => storage.getAlarm());
    expect(alarm).toBeLessThanOrEqual(Date.now() + RETRY_MS);
  });
});
