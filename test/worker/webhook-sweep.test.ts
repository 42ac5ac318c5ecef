import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { livePlatform } from "../../src/platform/index.ts";
import { forgetOldEvents, sweepEvents } from "../../src/webhooks/index.ts";

const MINUTE_MS = 60_000;
const HANGING = 1_200;
const MOST = 500;

/** The events that one sweep hands to the queue, which delivers none of them. */
async function sweptAt(now: number): Promise<string[]> {
  const swept: string[] = [];
  const sendBatch = async (batch: { body: { eventId: string } }[]) => {
    swept.push(...batch.map(({ body }) => body.eventId));
  };
  const WEBHOOKS = { sendBatch } as unknown as Cloudflare.Env["WEBHOOKS"];
  await sweepEvents({ ...env, WEBHOOKS }, { ...livePlatform, now: () => now, log: () => {} });
  return swept;
}

it("a lost event is swept, though more older events than one sweep takes are waiting", async () => {
  // Events left by earlier test files would take places of a sweep.
  await env.DB.exec("DELETE FROM tenant_events WHERE dispatched_at IS NULL");
  const now = Date.now();
  const insert =
    "INSERT INTO tenant_events SELECT value, ?, 'ping', '{}', ?, NULL FROM json_each(?)";
  const add = (tenantId: string, at: number, ids: string[]) =>
    env.DB.prepare(insert).bind(tenantId, at, JSON.stringify(ids)).run();
  const hanging = Array.from({ length: HANGING }, (_, at) => `hangs_${at}`);
  await add("one", now - 1_000 * MINUTE_MS, hanging);
  await add("other", now - 10 * MINUTE_MS, ["lost"]);
  const found = new Set<string>();
  for (let minute = 0; minute < 3; minute += 1) {
    const swept = await sweptAt(now + minute * MINUTE_MS);
    expect(swept.length).toBeLessThanOrEqual(MOST);
    for (const id of swept) found.add(id);
  }
  expect([...hanging, "lost"].filter((id) => !found.has(id))).toEqual([]);
  await env.DB.prepare("DELETE FROM tenant_events WHERE dispatched_at IS NULL").run();
});

it("an event is swept once older than a minute, and forgotten thirty days after its dispatch, never before that", async () => {
  const now = Date.now();
  const add = (id: string, at: number, dispatchedAt: number | null) =>
    env.DB.prepare("INSERT INTO tenant_events VALUES (?, 'one', 'ping', '{}', ?, ?)")
      .bind(id, at, dispatchedAt)
      .run();
  const long = now - 30 * 24 * 60 * MINUTE_MS;
  const events = [
    ["young", now - MINUTE_MS, null],
    ["waiting", now - MINUTE_MS - 1, null],
    ["held up", long - 1, null],
    ["kept", long, long],
    ["past", long, long - 1],
  ] as const;
  for (const [id, at, dispatchedAt] of events) await add(id, at, dispatchedAt);
  expect(await sweptAt(now)).toEqual(["held up", "waiting"]);
  await forgetOldEvents(env, { ...livePlatform, now: () => now, log: () => {} });
  const all = JSON.stringify(events.map(([id]) => id));
  const left = env.DB.prepare(
    "SELECT id FROM tenant_events WHERE id IN (SELECT value FROM json_each(?))",
  );
  const { results } = await left.bind(all).all<{ id: string }>();
  expect(results.map(({ id }) => id).toSorted()).toEqual(["held up", "kept", "waiting", "young"]);
  await env.DB.prepare("DELETE FROM tenant_events WHERE tenant_id = 'one'").run();
});
