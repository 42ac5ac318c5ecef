import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { consumeEvents } from "../../../src/events/index.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

const anId = () => crypto.randomUUID();

/** An invalid file name would fail the whole batch, and a "/" in an id could give two events one key. */
it("a message with an invalid id becomes a malformed dead letter, and does not hold up the next event", async () => {
  const good = {
    tenant_id: await aTenant(),
    agent_id: "agent-1",
    ingest_id: anId(),
    event_id: null,
    received_at: "2026-02-03T04:05:06.000Z",
  };
  const odd = [
    { tenant_id: "a".repeat(2_000) },
    { tenant_id: "../../intel" },
    { agent_id: "agent-1/x" },
    { agent_id: "a".repeat(129) },
    { ingest_id: "x/y" },
  ];
  const bodies = [...odd, {}].map((more) => JSON.stringify({ ...good, ...more }));
  const messages = bodies.map((body) => ({ id: anId(), timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch("events", messages);
  const letters: unknown[] = [];
  const EVENTS_DEAD = { send: async (body: unknown) => void letters.push(body) };
  const bindings = { ...env, EVENTS_DEAD } as unknown as Cloudflare.Env;
  await consumeEvents(batch, bindings, { ...livePlatform, log: () => undefined });
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
  expect(explicitAcks).toHaveLength(bodies.length);
  expect(letters).toEqual(bodies.slice(0, odd.length).map((body) => `malformed\n${body}`));
});
