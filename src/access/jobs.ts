import { DAY_MS, database, deleteInRounds, moveToFiles, type Platform } from "../platform/index.ts";
import { auditLedger } from "./audit-ledger.ts";
import { forgetEnded } from "./forget-ended.ts";
import { forgetSignIns } from "./sessions/forget-sign-ins.ts";

/** How long ended sessions and sign-in links are kept. The audit log keeps the record of sign-ins. */
const SIGN_INS_KEPT_MS = 30 * DAY_MS;
/** How long lists still show a credential that has ended. */
const ENDED_KEPT_MS = 90 * DAY_MS;

/** Forgets sessions and sign-in links that were over long ago. */
export async function forgetOldSignIns(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const db = database(env);
  const before = now() - SIGN_INS_KEPT_MS;
  const forgotten = await deleteInRounds((most) => forgetSignIns(db, before, most));
  if (forgotten > 0) log({ level: "info", event: "sign_ins_forgotten", count: forgotten });
}

/** Forgets tokens and service keys that were revoked or have expired long ago. */
export async function forgetEndedCredentials(
  env: Cloudflare.Env,
  { now }: Platform,
): Promise<void> {
  const db = database(env);
  await deleteInRounds((most) => forgetEnded(db, now() - ENDED_KEPT_MS, most));
}

export async function moveAudit(env: Cloudflare.Env, platform: Platform): Promise<void> {
  await moveToFiles(env, auditLedger, platform);
}
