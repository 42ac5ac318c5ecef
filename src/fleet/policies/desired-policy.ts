import { sql, type SQL } from "drizzle-orm";
import { DEFAULT_POLICY_ID } from "./pick-policy.ts";

// Written into the text, because a statement of D1 takes at most a hundred parameters.
const builtIn = sql.raw(`'${DEFAULT_POLICY_ID}'`);

/** Whether the policy exists. One that was deleted while it was being assigned counts for nobody. */
export function isThere(policyId: SQL | string): SQL {
  return sql`(${policyId} = ${builtIn} or exists (
    select 1 from policies as p where p.id = ${policyId}))`;
}

const assigned = (role: SQL) => sql`(select policy_id from policy_assignments as a
  where a.tenant_id = agents.tenant_id and a.role = ${role} and ${isThere(sql`a.policy_id`)})`;

/** The policy of an agent whose code has none. */
export const POLICY_OF_ROLE = sql`coalesce(${assigned(sql`agents.role`)}, ${assigned(sql`''`)},
  ${builtIn})`;

const codePolicy = sql`agents.code_policy_id`;
const policyId = sql<string>`coalesce(iif(${isThere(codePolicy)}, ${codePolicy}, null),
  ${POLICY_OF_ROLE})`;

const revision = sql<number>`coalesce(
  (select max(r.revision) from policy_revisions as r where r.policy_id = ${policyId}), 1)`;

/** The rule of `pickPolicy` in SQL, for lists of agents. */
export const DESIRED_POLICY = {
  policyId: policyId.as("desired_policy"),
  revision: revision.as("desired_revision"),
};
