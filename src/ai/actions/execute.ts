import type { Doer } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { noSuchAction } from "./decide.ts";
import { APPROVAL_MS, recheck } from "./recheck.ts";
import { findAction, finishAction, startAction, type ActionRow } from "./store.ts";

export interface Executor {
  env: Cloudflare.Env;
  by: Doer;
  tenantId: TenantId;
  now: number;
}

/**
 * Lets one executor begin an approved action, and gives it the payload. What was checked at the
 * approval is checked again. The same executor may ask again, another one may not.
 */
export async function beginAction(executor: Executor, id: string): Promise<ActionRow | Refusal> {
  const { env, by, tenantId, now } = executor;
  const db = database(env);
  const row = await findAction(db, tenantId, id);
  if (row === undefined) return noSuchAction();
  if (row.state !== "approved") {
    return refuse(409, "not_approved", `This action is ${row.state}, not approved.`);
  }
  const isOwn = row.startedBy === by.subject;
  if (row.startedBy !== null && !isOwn) {
    return refuse(409, "already_begun", "Another executor began with this action.");
  }
  if (!isOwn && (row.decidedAt ?? 0) + APPROVAL_MS <= now) {
    return refuse(410, "expired", "The approval is too old; ask again.");
  }
  const stale = await recheck(db, row);
  if (stale !== undefined) return stale;
  if (isOwn) return row;
  // If two executors begin at the same time, the second is answered as if it had come later. It may be
  // the same one, whose answer was lost.
  return (await startAction(db, row, by, now)) ?? beginAction(executor, id);
}

export interface Result {
  state: "executed" | "failed";
  outcome: string | null;
}

/** Stores the result that the executor reports. Reporting the same result again changes nothing. */
export async function endAction(
  executor: Executor,
  id: string,
  result: Result,
): Promise<ActionRow | Refusal> {
  const { env, by, tenantId, now } = executor;
  const { state, outcome } = result;
  const db = database(env);
  const row = await findAction(db, tenantId, id);
  if (row === undefined) return noSuchAction();
  if (row.startedBy !== by.subject) {
    return refuse(409, "not_begun", "This executor did not begin with the action.");
  }
  if (row.state === state) return row;
  if (row.state !== "approved") {
    return refuse(409, "already_ended", "The result of this action is known already.");
  }
  const ended = await finishAction(db, row, { state, outcome, by }, now);
  return ended ?? endAction(executor, id, result);
}
