import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { consume } from "../../../src/queues.ts";
import { MAX_RETRIES } from "../../../src/events/consumer.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

const quiet = { ...livePlatform, log: () => undefined };

function line(tenant: string): string {
  const stamps = { tenant_id: tenant, agent_id: "agent-1", ingest_id: "1", event_id: null };
  return JSON.stringify({ ...stamps, received_at: "2026-02-03T04:05:06.000Z", event: {} });
}

it("a malformed message does not hold up an event while the dead-letter queue is down", async () => {
  const tenant = await aTenant();
  const send = () => Promise.reject(new Error("down"));
  const bindings = { ...env, EVENTS_DEAD: { send } as unknown as Queue<string> };
  const bodies = ["nonsense", line(tenant)];
  const messages = bodies.map((body, at) => ({
    id: `message-${at}`,
    timestamp: new Date(),
    attempts: MAX_RETRIES,
    body,
  }));
  const batch = createMessageBatch("events", messages);
  await consume(batch, bindings, quiet);
  const { explicitAcks, retryBatch } = await getQueueResult(batch, createExecutionContext());
  expect([explicitAcks, retryBatch.retry]).toEqual([["message-1"], true]);
  const { objects } = await env.OBJECTS.list({ prefix: `events/2026-02-03/${tenant}/` });
  expect(objects).toHaveLength(1);
});
