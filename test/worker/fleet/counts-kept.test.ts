import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { AgentObject } from "../../../src/fleet/agent/agent-object.ts";
import type { AgentRecord } from "../../../src/fleet/agent/record.ts";
import { EVENT_RATE } from "../../../src/fleet/agent/bucket.ts";
import { anAgent, spendTokens, stubOf } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { overtakenDatabase, useDatabase } from "../../support/dying-database.ts";
import { anOperator } from "../../support/people.ts";

async function aCountedAgent() {
  const [agent, as] = [await anAgent(), await anOperator()];
  const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}`;
  const counted = async () => {
    const answer = await call("GET", path, { as });
    return (await answer.json<{ counters: object }>()).counters;
  };
  return { agent, counted };
}

it("an agent's counters of events keep their values through an alarm and a restart of its object", async () => {
  const { agent, counted } = await aCountedAgent();
  await agent.checkIn({});
  for (const eventId of ["one", "two"]) await agent.event({ eventId });
  await spendTokens(agent, "events", EVENT_RATE.burst, Date.now() + 1000);
  expect((await agent.event({ eventId: "three" })).status).toBe(429);
  const all = { checkins_24h: 1, events_24h: 2, rejected_24h: 1 };
  expect(await counted()).toEqual(all);
  await runDurableObjectAlarm(stubOf(agent));
  await evictDurableObject(stubOf(agent));
  expect(await counted()).toEqual(all);
});

it("an event that arrives while the alarm is at work is counted after a restart of the object", async () => {
  const { agent, counted } = await aCountedAgent();
  await agent.checkIn({});
  await runInDurableObject(stubOf(agent), async (object: AgentObject) => {
    useDatabase(
      object,
      overtakenDatabase(async () => agent.event({ eventId: "last" })),
    );
    const { record } = object as unknown as { record: AgentRecord };
    Object.assign(record.profile, { owed: true });
    await object.alarm();
  });
  await evictDurableObject(stubOf(agent));
  expect(await counted()).toMatchObject({ events_24h: 1 });
});
