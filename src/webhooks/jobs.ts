import { database, type Platform } from "../platform/index.ts";
import { forgetEvents, waitingEvents } from "../tenants/tenant-events.ts";
import { dispatch } from "./dispatch.ts";

const WAIT_MS = 60_000;
/** As long as an endpoint keeps its log; it has its own copy of what it delivers. */
const KEPT_MS = 30 * 86_400_000;
const ROWS_AT_ONCE = 1_000;
const MOST_ROUNDS = 200;

/** Finds events that were written down but never reached the queue. */
export async function sweepEvents(env: Cloudflare.Env, platform: Platform): Promise<void> {
  const { now, log } = platform;
  const waiting = await waitingEvents(database(env), now() - WAIT_MS);
  await dispatch(env, waiting, platform);
  if (waiting.length > 0) log({ level: "info", event: "events_swept", count: waiting.length });
}

/** Forgets events that were fanned out long ago. */
export async function forgetOldEvents(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  let forgotten = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const gone = await forgetEvents(db, now() - KEPT_MS, ROWS_AT_ONCE);
    forgotten += gone;
    if (gone < ROWS_AT_ONCE) break;
  }
  if (forgotten > 0) log({ level: "info", event: "events_forgotten", count: forgotten });
}
