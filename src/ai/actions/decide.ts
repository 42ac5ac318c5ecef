import type { Person, TenantId } from "../../access/index.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { hashPayload } from "./hash-payload.ts";
import { decideAction, findAction, type ActionRow } from "./store.ts";

/** Approves or rejects what was proposed: by the person it was proposed to, once, and in time. */
export async function decide(
  db: Database,
  person: Person,
  tenantId: TenantId,
  id: string,
  state: "approved" | "rejected",
  now: number,
): Promise<ActionRow | Refusal> {
  const row = await findAction(db, tenantId, id);
  if (row === undefined) return noSuchAction();
  if (row.userId !== person.subject) {
    return refuse(
      403,
      "not_yours",
      "Only the person it was proposed to may decide on this action.",
    );
  }
  if (row.state === state) return row;
  if (row.state !== "proposed") {
    return refuse(409, "already_decided", `This action was ${row.state} before.`);
  }
  if (row.expiresAt <= now) return refuse(410, "expired", "The time to decide on this is over.");
  if ((await hashPayload(row.payload)) !== row.payloadHash) {
    return refuse(409, "payload_changed", "This is not what was proposed; ask again.");
  }
  if (!(await decideAction(db, row, state, person.subject, now))) {
    return refuse(409, "already_decided", "Somebody decided on this action just now.");
  }
  return { ...row, state, decidedBy: person.subject, decidedAt: now };
}

export function noSuchAction(): Refusal {
  return refuse(404, "not_found", "There is no such action.");
}
