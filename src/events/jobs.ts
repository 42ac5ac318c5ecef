import { database, deleteInRounds, type Platform } from "../platform/index.ts";
import { forgetDone } from "./store.ts";

const DAY_MS = 86_400_000;
/** Longer than any delivery of one message can be apart, replays by hand included. */
const REMEMBER_DAYS = 14;

/** By the hour: a fleet sends more in a day than goes in the rounds of one turn. */
export async function forgetDoneEvents(env: Cloudflare.Env, { now }: Platform): Promise<void> {
  const db = database(env);
  await deleteInRounds((most) => forgetDone(db, now() - REMEMBER_DAYS * DAY_MS, most));
}
