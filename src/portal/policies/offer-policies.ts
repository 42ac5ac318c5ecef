import type { Reach } from "../../access/principal.ts";
import { listPolicies } from "../../fleet/policies/policy-store.ts";
import type { Database } from "../../platform/index.ts";
import { sayName } from "../frame/say-name.ts";

/** A policy that a field offers, by its id. */
export interface OfferedPolicy {
  value: string;
  label: string;
}

/** The newest policies within reach, at most so many. */
export async function offerPolicies(
  db: Database,
  reach: Reach,
  limit: number,
): Promise<OfferedPolicy[]> {
  const { items } = await listPolicies(db, reach, undefined, { page: 1, limit, offset: 0 });
  return items.map(({ policy }) => ({ value: policy.id, label: sayName(policy.name) }));
}
