import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { livePlatform } from "../../src/platform/index.ts";
import { sweepEvents } from "../../src/webhooks/index.ts";

const MINUTE_MS = 60_000;
const HANGING = 1_200;
const MOST = 500;

/** What one sweep of that minute hands to the queue, which brings none of it to its endpoint. */
async function sweptAt(now: number): Promise<string[]> {
  const swept: string[] = [];
  const sendBatch = async (batch: { body: { eventId: string } }[]) => {
    swept.push(...batch.map(({ body }) => body.eventId));
  };
  const WEBHOOKS = { sendBatch } as unknown as Cloudflare.Env["WEBHOOKS"];
  await sweepEvents({ ...env, WEBHOOKS }, { ...livePlatform, now: () => now, log: () => {} });
  return swept;
}

it("an event that was lost is found, though more than a sweep takes hang before it", async () => {
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
