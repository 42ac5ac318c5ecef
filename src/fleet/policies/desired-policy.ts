import { sql } from "drizzle-orm";
import { DEFAULT_POLICY_ID } from "./pick-policy.ts";

const assigned = (role: string) => `(SELECT policy_id FROM policy_assignments AS a
  WHERE a.tenant_id = agents.tenant_id AND a.role = ${role})`;

const policyId = `coalesce(agents.code_policy_id,
  ${assigned("agents.role")}, ${assigned("''")}, '${DEFAULT_POLICY_ID}')`;

const revision = `coalesce(
  (SELECT max(r.revision) FROM policy_revisions AS r WHERE r.policy_id = ${policyId}), 1)`;

/** The rule of `pickPolicy` for the agents of a list, as the tables stand at that moment. */
export const DESIRED_POLICY = {
  policyId: sql<string>`${sql.raw(policyId)}`.as("desired_policy"),
  revision: sql<number>`${sql.raw(revision)}`.as("desired_revision"),
};
