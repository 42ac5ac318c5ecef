import {
  database,
  databaseBytes,
  deleteInRounds,
  MAX_DATABASE_BYTES,
  type Platform,
} from "../platform/index.ts";
import { forgetDead, forgetDone } from "./store.ts";

const DAY_MS = 86_400_000;
/**
 * The first is longer than deliveries of one message can be apart. What may be replayed is remembered
 * longer. A fleet that sends a hundred events a second would fill D1 in days: then nearly all still
 * are within a day, and within an hour.
 */
const REMEMBERED = [
  { fromShare: 0.9, days: 1 / 24 },
  { fromShare: 0.8, days: 1 },
  { fromShare: 0, days: 14 },
];
const REPLAYED_DAYS = 30;
/** Each may have a body of 100 KB. */
const DEAD_AT_ONCE = 1_000;
/** Nobody sends again what nobody has asked for in so long. */
const DEAD_DAYS = 90;

export async function forgetDoneEvents(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  const replayed = now() - REPLAYED_DAYS * DAY_MS;
  const unsent = now() - DEAD_DAYS * DAY_MS;
  const forget = (most: number) => forgetDead(db, { replayed, unsent }, most);
  const count = await deleteInRounds(forget, DEAD_AT_ONCE);
  if (count > 0) log({ level: "info", event: "dead_events_forgotten", count });
  const share = (await databaseBytes(db)) / MAX_DATABASE_BYTES;
  const days = REMEMBERED.find(({ fromShare }) => share >= fromShare)?.days ?? 0;
  await deleteInRounds((most) => forgetDone(db, now() - days * DAY_MS, most));
}
