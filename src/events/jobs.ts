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

/** A queue delivers a message again within less time. Marks of dead letters stay (`forgetDone`). */
const REMEMBER_DAYS = 14;
/**
 * How many days, once D1 is full to this share: a large fleet could fill D1, and nearly all repeated
 * deliveries come within an hour.
 */
const REMEMBERED_WHEN_FULL = [
  [0.9, 1 / 24],
  [0.8, 1],
] as const;
const REPLAYED_DAYS = 30;
/** Each may have a body of 100 KB. */
const DEAD_AT_ONCE = 1_000;
/** A dead letter that nobody has sent again in this time is deleted. */
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
