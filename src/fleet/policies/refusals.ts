import { noSuch, refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { DEFAULT_POLICY_ID } from "./pick-policy.ts";
import { findPolicy } from "./policy-store.ts";

export function noSuchPolicy(): Refusal {
  return noSuch("policy");
}

/**
 * Refuses a policy that the tenant does not have. The built-in one may always be assigned, which
 * takes another one away.
 */
export async function refuseUnknownPolicy(db: Database, tenantId: string, policyId: string) {
  if (policyId === DEFAULT_POLICY_ID) return undefined;
  const found = await findPolicy(db, [tenantId], policyId);
  return found === undefined ? noPolicyOf(policyId) : undefined;
}

function noPolicyOf(policyId: string): Refusal {
  return refuse(400, "unknown_policy", `The tenant has no policy "${policyId}".`, {
    details: [{ path: "policyId", message: "names no policy of the tenant" }],
  });
}
