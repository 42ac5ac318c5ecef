import { database, deleteInRounds, type Platform } from "../platform/index.ts";
import { forgetDead, forgetDone } from "./store.ts";

const DAY_MS = 86_400_000;
/** Longer than deliveries of one message can be apart. What may be replayed is remembered longer. */
const REMEMBER_DAYS = 14;
const REPLAYED_DAYS = 30;
/** Nobody sends again what nobody has asked for in so long. */
const DEAD_DAYS = 90;

export async function forgetDoneEvents(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  const replayed = now() - REPLAYED_DAYS * DAY_MS;
  const unsent = now() - DEAD_DAYS * DAY_MS;
  const count = await deleteInRounds((most) => forgetDead(db, { replayed, unsent }, most));
  if (count > 0) log({ level: "info", event: "dead_events_forgotten", count });
  await deleteInRounds((most) => forgetDone(db, now() - REMEMBER_DAYS * DAY_MS, most));
}
