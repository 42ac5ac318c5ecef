import { lineOf } from "../../access/credential-store.ts";
import { SERVICE_SUBJECT, type Person } from "../../access/principal.ts";
import { isSamePerson, mayBeSamePerson } from "../../access/same-person.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { noSuch, refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { recheck } from "./recheck.ts";
import { decideAction, findDecision } from "./decision-store.ts";
import { findAction, type ActionRow } from "./store.ts";

export interface Decision {
  state: "approved" | "rejected";
  /** The Idempotency-Key, if the client sent one. */
  key: string | undefined;
  /** Whether the tenant wants another person than the one who asked to approve. */
  fourEyes: boolean;
}

export interface Decider {
  db: Database;
  by: Person;
  tenantId: TenantId;
  now: number;
}

/** Approves or rejects a proposed action, if the right person does it in time and nobody did before. */
export async function decide(
  decider: Decider,
  id: string,
  decision: Decision,
): Promise<ActionRow | Refusal> {
  const { db, by, tenantId, now } = decider;
  const { state, key, fourEyes } = decision;
  const repeated = key === undefined ? undefined : await findDecision(db, tenantId, key);
  if (repeated !== undefined) return repeat(repeated, by, id, state);
  const row = await findAction(db, tenantId, id);
  if (row === undefined) return noSuchAction();
  // Actions lack the line of their token if they were proposed before it was kept.
  const personId = row.personId ?? (await lineOf(db, row.userId));
  const refused = mayDecide({ ...row, personId }, by, state, fourEyes);
  if (refused !== undefined) return refused;
  if (decisionOf(row) === state && key === undefined) return row;
  if (row.state !== "proposed") {
    return refuse(409, "already_decided", `This action was ${decisionOf(row)} before.`);
  }
  if (row.expiresAt <= now) return refuse(410, "expired", "The time to decide on this is over.");
  const stale = state === "approved" ? await recheck(db, row) : undefined;
  if (stale !== undefined) return stale;
  const decided = await decideAction(db, row, { state, key, by }, now);
  // If two calls arrive at the same time, the second is answered as if it had come later.
  return decided ?? decide(decider, id, decision);
}

export function noSuchAction(): Refusal {
  return noSuch("action");
}

/** An Idempotency-Key stands for one decision by one person. */
function repeat(row: ActionRow, person: Person, id: string, state: Decision["state"]) {
  if (row.id === id && decisionOf(row) === state && row.decidedBy === person.subject) return row;
  return refuse(409, "idempotency_key_reused", "This Idempotency-Key stands for another decision.");
}

/**
 * Refuses a person who may not decide. What was proposed to a service may be decided by every person of
 * the tenant, because a service cannot decide.
 */
export function mayDecide(
  { userId, personId }: ActionRow,
  by: Person,
  state: Decision["state"],
  fourEyes: boolean,
): Refusal | undefined {
  const asker = { subject: userId, personId };
  if (!fourEyes) {
    if (isSamePerson(by, asker) || userId.startsWith(SERVICE_SUBJECT)) return undefined;
    const message = "Only the person it was proposed to may decide on this action.";
    return refuse(403, "not_yours", message);
  }
  if (state === "rejected" || !mayBeSamePerson(by, asker)) return undefined;
  const message = "Somebody else than the person it was proposed to has to approve this action.";
  return refuse(403, "second_person_needed", message);
}

/** The decision that led to this state: an action that was executed or failed was approved before. */
function decisionOf({ state }: ActionRow): string {
  return state === "executed" || state === "failed" ? "approved" : state;
}
