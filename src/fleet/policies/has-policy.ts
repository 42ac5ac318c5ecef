import { sql, type SQL } from "drizzle-orm";
import { agents } from "../tables.ts";
import { isThere, POLICY_OF_ROLE } from "./desired-policy.ts";
import { DEFAULT_POLICY_ID } from "./pick-policy.ts";

/**
 * Whether this is the policy that an agent should run, by the rule of `DESIRED_POLICY`. What its role
 * gives is asked once for each role of a tenant. `scope` is the condition for the tenants that count.
 */
export function hasPolicy(id: string, scope: SQL | undefined): SQL {
  const mine = ownersOf(id, scope);
  const ofCode = agents.codePolicyId;
  const ofRoles = sql`(${agents.tenantId}, ${agents.role}) in (
    select tenant_id, role from (select distinct tenant_id, role from agents where ${mine}) as agents
    where ${POLICY_OF_ROLE} = ${id})`;
  return sql`${mine} and (
    (${ofCode} = ${id} and ${isThere(sql`${ofCode}`)})
    or ((${ofCode} is null or not ${isThere(sql`${ofCode}`)}) and ${ofRoles}))`;
}

/** A policy has agents of its own tenant only; the built-in one may have agents of each. */
function ownersOf(id: string, scope: SQL | undefined): SQL {
  const everywhere = scope ?? sql`true`;
  if (id === DEFAULT_POLICY_ID) return everywhere;
  const owner = sql`(select p.tenant_id from policies as p where p.id = ${id})`;
  return sql`${everywhere} and ${agents.tenantId} = ${owner}`;
}
