import { database, DAY_MS, deleteInRounds, moveToFiles, type Platform } from "../platform/index.ts";
import { forgetActions } from "./actions/store.ts";
import { callsLedger } from "./usage/calls-ledger.ts";

export { giveUpLost } from "./documents/give-up-lost.ts";

const ACTIONS_KEPT_MS = 400 * DAY_MS;

export async function moveAiCalls(env: Cloudflare.Env, platform: Platform): Promise<void> {
  await moveToFiles(env, callsLedger, platform);
}

/** These rows are what was decided on; the decisions themselves stand in the audit log. */
export async function forgetOldActions(env: Cloudflare.Env, { now }: Platform): Promise<void> {
  const db = database(env);
  await deleteInRounds((most) => forgetActions(db, now() - ACTIONS_KEPT_MS, most));
}
