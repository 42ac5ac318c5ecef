import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { MAX_RETRIES } from "../../../src/events/consumer.ts";
import { consumeEvents } from "../../../src/events/index.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

const quiet = { ...livePlatform, log: () => undefined };
const anId = () => crypto.randomUUID();

function line(tenant: string, eventId: string): string {
  const stamps = { tenant_id: tenant, agent_id: "agent-1", ingest_id: anId(), event_id: eventId };
  return JSON.stringify({ ...stamps, received_at: "2026-02-03T04:05:06.000Z", event: {} });
}

async function deliver(bodies: string[], bindings = env, attempts = 1) {
  const messages = bodies.map((body, at) => ({
    id: `${at}`,
    timestamp: new Date(),
    attempts,
    body,
  }));
  const batch = createMessageBatch("events", messages);
  await consumeEvents(batch, bindings, quiet);
  return getQueueResult(batch, createExecutionContext());
}

/** A bucket that takes the files of one tenant and fails for all others. */
function bucketOf(tenant: string) {
  const put = (key: string, ...rest: [never, never]) =>
    key.includes(`/${tenant}/`) ? env.OBJECTS.put(key, ...rest) : Promise.reject(new Error("down"));
  return { ...env, OBJECTS: { put } as unknown as R2Bucket };
}

async function archived(tenant: string): Promise<string[]> {
  const { objects } = await env.OBJECTS.list({ prefix: `events/2026-02-03/${tenant}/` });
  const texts = objects.map(async ({ key }) => {
    const plain = (await env.OBJECTS.get(key))?.body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain).text();
  });
  return (await Promise.all(texts)).flatMap((text) => text.trim().split("\n"));
}

it("an event archived before the store failed in its batch is not archived again with the retried ones", async () => {
  const [one, other] = [await aTenant(), await aTenant()];
  const [a, b, c] = [line(one, "a"), line(other, "b"), line(one, "c")];
  const broken = await deliver([a, b], bucketOf(one));
  expect(broken.explicitAcks).toEqual(["0"]);
  expect(broken.retryMessages).toHaveLength(1);
  expect((await deliver([a, b, c])).explicitAcks).toHaveLength(3);
  expect((await archived(one)).toSorted()).toEqual([a, c].toSorted());
  expect(await archived(other)).toEqual([b]);
});

it.each(["before", "in the same batch"])(
  "an event archived %s becomes no dead letter, though the store fails at its last try",
  async (when) => {
    const [one, other] = [await aTenant(), await aTenant()];
    const [a, b] = [line(one, "a"), line(other, "b")];
    if (when === "before") await deliver([a]);
    const sent: unknown[] = [];
    const send = async (body: unknown) => void sent.push(body);
    const dead = { ...bucketOf(one), EVENTS_DEAD: { send } as unknown as Queue<string> };
    const last = await deliver(when === "before" ? [b, a] : [a, b], dead, MAX_RETRIES + 1);
    expect(sent).toEqual([`archive_failed\n${b}`]);
    expect(last.explicitAcks).toHaveLength(2);
  },
);
