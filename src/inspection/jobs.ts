import { database, deleteInRounds, type Platform } from "../platform/index.ts";
import { purgeExpired } from "./store.ts";

/** Forgets inspections, feedback and Idempotency-Keys whose time is over. */
export async function purgeInspections(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  const purged = await deleteInRounds((most) => purgeExpired(db, now(), most));
  if (purged > 0) log({ level: "info", event: "inspections_purged", count: purged });
}
