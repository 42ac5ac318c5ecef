import { database, type Platform } from "../platform/index.ts";
import { waitingEvents } from "../tenants/index.ts";

const WAIT_MS = 60_000;
const MAX_BATCH = 100;

/** Finds events that were written down but never reached the queue. */
export async function sweepEvents(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const waiting = await waitingEvents(database(env), now() - WAIT_MS);
  for (let at = 0; at < waiting.length; at += MAX_BATCH) {
    const some = waiting.slice(at, at + MAX_BATCH);
    await env.WEBHOOKS.sendBatch(some.map((eventId) => ({ body: { eventId } })));
  }
  if (waiting.length > 0) log({ level: "info", event: "events_swept", count: waiting.length });
}
