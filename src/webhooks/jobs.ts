import { database, type Platform } from "../platform/index.ts";
import { waitingEvents } from "../tenants/index.ts";
import { dispatch } from "./dispatch.ts";

const WAIT_MS = 60_000;

/** Finds events that were written down but never reached the queue. */
export async function sweepEvents(env: Cloudflare.Env, platform: Platform): Promise<void> {
  const { now, log } = platform;
  const waiting = await waitingEvents(database(env), now() - WAIT_MS);
  await dispatch(env, waiting, platform);
  if (waiting.length > 0) log({ level: "info", event: "events_swept", count: waiting.length });
}
