import { sql } from "drizzle-orm";
import type { Database } from "../platform/index.ts";
import { agents, enrollmentCodes, policyAssignments } from "./tables.ts";

/** How many agents and codes are looked at. */
const MOST_READ = 500;
const MOST_ROLES = 200;

/**
 * The roles that a tenant's newest codes, its latest agents and its assignments name, by name, without
 * those that have this policy.
 */
export async function listOtherRoles(
  db: Database,
  { tenantId, policyId }: { tenantId: string; policyId: string },
): Promise<string[]> {
  const rows = await db.all<{ role: string }>(sql`
    select role from (select role from ${agents} where tenant_id = ${tenantId}
      order by last_seen desc, agent_id limit ${MOST_READ})
    union select value from (select roles from ${enrollmentCodes} where tenant_id = ${tenantId}
      order by created_at desc limit ${MOST_READ}), json_each(roles)
    union select role from ${policyAssignments} where tenant_id = ${tenantId} and role <> ''
    except select role from ${policyAssignments}
      where tenant_id = ${tenantId} and policy_id = ${policyId}
    order by 1 limit ${MOST_ROLES}`);
  return rows.map(({ role }) => role);
}
