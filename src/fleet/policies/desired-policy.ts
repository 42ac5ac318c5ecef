import { sql } from "drizzle-orm";
import { DEFAULT_POLICY_ID } from "./pick-policy.ts";

/** A policy that was deleted at the moment in which it was given is nobody's. */
const isThere = (policyId: string) => `(${policyId} = '${DEFAULT_POLICY_ID}'
  OR EXISTS (SELECT 1 FROM policies AS p WHERE p.id = ${policyId}))`;

const assigned = (role: string) => `(SELECT policy_id FROM policy_assignments AS a
  WHERE a.tenant_id = agents.tenant_id AND a.role = ${role} AND ${isThere("a.policy_id")})`;

const policyId = `coalesce(iif(${isThere("agents.code_policy_id")}, agents.code_policy_id, NULL),
  ${assigned("agents.role")}, ${assigned("''")}, '${DEFAULT_POLICY_ID}')`;

const revision = `coalesce(
  (SELECT max(r.revision) FROM policy_revisions AS r WHERE r.policy_id = ${policyId}), 1)`;

/** The rule of `pickPolicy` for the agents of a list, as the tables stand at that moment. */
export const DESIRED_POLICY = {
  policyId: sql<string>`${sql.raw(policyId)}`.as("desired_policy"),
  revision: sql<number>`${sql.raw(revision)}`.as("desired_revision"),
};
