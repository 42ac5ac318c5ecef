import { doneBy } from "../../access/audit.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import { forgetFleetRules } from "../fleet-rules.ts";
import type { WriteWith } from "./create-policy.ts";
import { deletePolicy, findPolicy } from "./policy-store.ts";
import { noSuchPolicy } from "./refusals.ts";

/** Deletes a policy that nobody has. */
export async function removePolicy(
  id: string,
  { db, by, now }: WriteWith,
): Promise<void | Refusal> {
  const found = await findPolicy(db, by.reach, id);
  if (found === undefined) return noSuchPolicy();
  const { tenantId, name } = found.policy;
  const action = "policy.deleted";
  const trace = { at: now, ...doneBy(by), action, tenantId, target: id, detail: { name } };
  if (!(await deletePolicy(db, found.policy, trace))) {
    const message = "The tenant, a role, an enrollment code or an agent has this policy.";
    return refuse(409, "policy_in_use", message);
  }
  forgetFleetRules(tenantId);
}
