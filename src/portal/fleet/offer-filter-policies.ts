import type { Reach } from "../../access/principal.ts";
import { DEFAULT_POLICY_ID } from "../../fleet/policies/pick-policy.ts";
import { MAX_POLICIES } from "../../fleet/policies/policy-store.ts";
import type { Database } from "../../platform/index.ts";
import type { View } from "../frame/view.ts";
import { offerPolicies } from "../policies/offer-policies.ts";
import { fleetWords } from "./words.ts";

/** All policies of the tenant, and the product's own. */
export async function offerFilterPolicies({ language }: View, db: Database, reach: Reach) {
  const own = await offerPolicies(db, reach, MAX_POLICIES);
  return [...own, { value: DEFAULT_POLICY_ID, label: fleetWords[language].noPolicy }];
}
