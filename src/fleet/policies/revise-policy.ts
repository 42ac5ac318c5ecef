import { doneBy } from "../../access/audit.ts";
import type { Refusal } from "../../http/index.ts";
import { forgetFleetRules } from "../fleet-rules.ts";
import type { PolicyOrder, WriteWith } from "./create-policy.ts";
import { findPolicy, insertRevision, type WrittenPolicy } from "./policy-store.ts";
import { noSuchPolicy } from "./refusals.ts";

type RevisionOrder = Pick<PolicyOrder, "document" | "checkinIntervalSeconds">;

export async function revisePolicy(
  id: string,
  order: RevisionOrder,
  { db, by, now }: WriteWith,
): Promise<WrittenPolicy | Refusal> {
  const found = await findPolicy(db, by.reach, id);
  if (found === undefined) return noSuchPolicy();
  const { policy } = found;
  const { tenantId } = policy;
  const row = {
    policyId: id,
    document: order.document,
    intervalS: order.checkinIntervalSeconds,
    createdBy: by.subject,
    createdAt: now,
  };
  const action = "policy.revised";
  const trace = { at: now, ...doneBy(by), action, tenantId, target: id };
  const revision = await insertRevision(db, row, trace);
  if (revision === undefined) return noSuchPolicy();
  forgetFleetRules(tenantId);
  return { policy, revision };
}
