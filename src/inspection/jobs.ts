import { database, deleteInRounds, type Platform } from "../platform/index.ts";
import { daysOfClean, forgetClean } from "./keep/forget-clean.ts";
import { purgeExpired } from "./store.ts";

/**
 * Deletes inspections, feedback and Idempotency-Keys whose time is over, and older clean inspections
 * while the database is nearly full.
 */
export async function purgeInspections(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  const purged = await deleteInRounds((most) => purgeExpired(db, now(), most));
  if (purged > 0) log({ level: "info", event: "inspections_purged", count: purged });
  const days = await daysOfClean(db);
  if (days === undefined) return;
  const count = await deleteInRounds(forgetClean(db, days, now()));
  log({ level: "error", event: "database_nearly_full", days, count });
}
