import { DAY_MS, database, deleteInRounds, type Platform } from "../platform/index.ts";
import { forgetApiKeys } from "./api-keys/forget-api-keys.ts";
import { forgetHours } from "./gate/forget-hours.ts";

/** These rows are only for questions across tenants: a tenant's gate keeps its own months. */
const HOURS_KEPT_MS = 62 * DAY_MS;
const KEYS_KEPT_MS = 90 * DAY_MS;

/** Forgets hours of usage, and API keys that were deleted, or replaced and ended, long ago. */
export async function forgetOldUsage(env: Cloudflare.Env, { now }: Platform): Promise<void> {
  const db = database(env);
  await deleteInRounds((most) => forgetHours(db, now() - HOURS_KEPT_MS, most));
  await deleteInRounds((most) => forgetApiKeys(db, now() - KEYS_KEPT_MS, most));
}
