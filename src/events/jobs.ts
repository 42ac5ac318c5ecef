import { database, type Platform } from "../platform/index.ts";
import { forgetDone } from "./store.ts";

const DAY_MS = 86_400_000;
/** Longer than any delivery of one message can be apart, replays by hand included. */
const REMEMBER_DAYS = 14;

export async function forgetDoneEvents(env: Cloudflare.Env, platform: Platform): Promise<void> {
  await forgetDone(database(env), platform.now() - REMEMBER_DAYS * DAY_MS);
}
