import {
  DAY_MS,
  database,
  databaseBytes,
  deleteInRounds,
  keptAt,
  MAX_DATABASE_BYTES,
  type Platform,
} from "../platform/index.ts";
import { forgetDead, forgetDone } from "./store.ts";

/** Longer than deliveries of one message can be apart. What may be replayed is remembered longer. */
const REMEMBER_DAYS = 14;
/**
 * In days, by the share of D1 that is full: nearly all deliveries come within an hour, and a large
 * fleet would fill D1 otherwise.
 */
const REMEMBERED_WHEN_FULL = [
  [0.9, 1 / 24],
  [0.8, 1],
] as const;
const REPLAYED_DAYS = 30;
/** Each may have a body of 100 KB. */
const DEAD_AT_ONCE = 1_000;
/** Nobody sends again what nobody has asked for in so long. */
const DEAD_DAYS = 90;

export async function forgetDoneEvents(env: Cloudflare.Env, { now }: Platform): Promise<void> {
  const db = database(env);
  const share = (await databaseBytes(db)) / MAX_DATABASE_BYTES;
  const before = now() - (keptAt(REMEMBERED_WHEN_FULL, share) ?? REMEMBER_DAYS) * DAY_MS;
  await deleteInRounds(forgetDone(db, before));
}

export async function forgetDeadEvents(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  const replayed = now() - REPLAYED_DAYS * DAY_MS;
  const unsent = now() - DEAD_DAYS * DAY_MS;
  const forget = (most: number) => forgetDead(db, { replayed, unsent }, most);
  const count = await deleteInRounds(forget, DEAD_AT_ONCE);
  if (count > 0) log({ level: "info", event: "dead_events_forgotten", count });
}
