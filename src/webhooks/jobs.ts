import { database, deleteInRounds, MINUTE_MS, type Platform } from "../platform/index.ts";
import { dispatch } from "../tenants/dispatch.ts";
import { forgetEvents, waitingEvents } from "../tenants/tenant-events.ts";
import { KEPT_MS } from "./kept.ts";

const WAIT_MS = MINUTE_MS;
/** How often the sweep runs. */
const TURN_MS = MINUTE_MS;

/** Sends events again that were written to D1 and never reached the queue. */
export async function sweepEvents(env: Cloudflare.Env, platform: Platform): Promise<void> {
  const { now, log } = platform;
  const turn = Math.floor(now() / TURN_MS);
  const waiting = await waitingEvents(database(env), now() - WAIT_MS, turn);
  await dispatch(env, waiting, platform);
  if (waiting.length > 0) log({ level: "info", event: "events_swept", count: waiting.length });
}

/** Forgets events that were fanned out long ago. */
export async function forgetOldEvents(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  const forgotten = await deleteInRounds((most) => forgetEvents(db, now() - KEPT_MS, most));
  if (forgotten > 0) log({ level: "info", event: "events_forgotten", count: forgotten });
}
