import { database, type Platform } from "../platform/index.ts";
import { purgeExpired } from "./store.ts";

const ROWS_AT_ONCE = 1_000;
const MOST_ROUNDS = 200;

/** Forgets inspections, feedback and Idempotency-Keys whose time is over. */
export async function purgeInspections(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  let purged = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const gone = await purgeExpired(db, now(), ROWS_AT_ONCE);
    purged += gone;
    if (gone < ROWS_AT_ONCE) break;
  }
  if (purged > 0) log({ level: "info", event: "inspections_purged", count: purged });
}
