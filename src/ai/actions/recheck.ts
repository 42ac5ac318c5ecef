import { DAY_MS, sha256, type Database } from "../../platform/index.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import { claimedBySystem } from "../../access/claim-tenant.ts";
import { tenantInactive } from "../../tenants/refusals.ts";
import { findTenant } from "../../tenants/store.ts";
import type { ActionRow } from "./store.ts";

/** Raised when the rules for proposing or executing change: older proposals are then void. */
export const POLICY_VERSION = 1;
/** How long after an approval an executor may begin. */
export const APPROVAL_MS = DAY_MS;

/**
 * Refuses an action whose tenant is not active, or whose rules or payload are not those of its
 * proposal. Checked at the approval, and again whenever an executor asks for it.
 */
export async function recheck(db: Database, row: ActionRow): Promise<Refusal | undefined> {
  const tenant = await findTenant(db, claimedBySystem(row.tenantId));
  if (tenant?.status !== "active") return tenantInactive();
  if (row.policyVersion !== POLICY_VERSION) {
    return refuse(409, "policy_changed", "The rules have changed since; ask again.");
  }
  if (hashPayload(row.payload) !== row.payloadHash) {
    return refuse(409, "payload_changed", "This is not what was proposed; ask again.");
  }
  return undefined;
}

/** The hash of a payload: an approval is for exactly these bytes. */
export function hashPayload(payload: Record<string, unknown>): string {
  return sha256(JSON.stringify(payload));
}
