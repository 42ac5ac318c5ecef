import { doneBy } from "../../access/audit.ts";
import { mintCredential } from "../../access/credential.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, refuse } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { claimOpenTenant } from "../../tenants/claim-open-tenant.ts";
import { refuseWayIn } from "../../tenants/refuse-closed.ts";
import { refuseUnknownPolicy } from "../policies/refusals.ts";
import { insertCode, MAX_CODES } from "./code-store.ts";

export const DEFAULT_ROLE = "collector";
export const DEFAULT_REGION = "global";
const DEFAULT_TTL_SECONDS = 86_400;
export const MAX_USES = 100_000;

export interface CodeOrder {
  tenantId: string;
  roles?: string[] | undefined;
  region?: string | undefined;
  maxUses?: number | undefined;
  ttlSeconds?: number | undefined;
  policyId?: string | undefined;
}

export async function createCode(db: Database, by: Person, order: CodeOrder, now: number) {
  const tenantId = await claimOpenTenant(db, by, order.tenantId, refuseWayIn(by));
  if (isRefusal(tenantId)) return tenantId;
  const { policyId = null } = order;
  const refused = policyId === null ? undefined : await refuseUnknownPolicy(db, tenantId, policyId);
  if (refused !== undefined) return refused;
  const { text, id, hash, last4 } = mintCredential("rmp_enr");
  const row = {
    id,
    hash,
    last4,
    tenantId,
    roles: [...new Set(order.roles ?? [DEFAULT_ROLE])],
    region: order.region ?? DEFAULT_REGION,
    policyId,
    maxUses: order.maxUses ?? 1,
    used: 0,
    createdBy: by.subject,
    createdAt: now,
    expiresAt: now + (order.ttlSeconds ?? DEFAULT_TTL_SECONDS) * 1000,
    revokedAt: null,
  };
  const action = "enrollment_code.created";
  const trace = { at: now, ...doneBy(by), action, tenantId, target: id };
  const made = await insertCode(db, by, row, trace);
  if (isRefusal(made)) return made;
  if (!made) {
    const message = `A tenant may have at most ${MAX_CODES} codes that can be used.`;
    return refuse(409, "enrollment_code_limit", message);
  }
  return { ...row, code: text };
}
