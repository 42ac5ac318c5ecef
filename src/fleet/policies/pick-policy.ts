export const DEFAULT_INTERVAL_S = 60;
export const DEFAULT_POLICY_ID = "default";

export interface PolicyRevision {
  policyId: string;
  revision: number;
}

/** The policy that an agent should run now, whether or not it knows yet. */
export type DesiredPolicy = PolicyRevision;

/** What a check-in tells an agent: its policy, and how often to check in. */
export interface PickedPolicy extends DesiredPolicy {
  intervalS: number;
}

/** A tenant's policies, and which roles have them; role "" stands for every role without its own. */
export interface TenantPolicies {
  byId: Record<string, { revision: number; intervalS: number }>;
  assigned: Record<string, string>;
}

/** For agents that nobody has given a policy. */
const DEFAULT_POLICY: PickedPolicy = {
  policyId: DEFAULT_POLICY_ID,
  revision: 1,
  intervalS: DEFAULT_INTERVAL_S,
};

/**
 * Picks the policy of the enrolment code, else that of the role, else the tenant's, else the default.
 */
export function pickPolicy(
  policies: TenantPolicies,
  role: string,
  codePolicy: string | null,
): PickedPolicy {
  const { assigned, byId } = policies;
  for (const policyId of [codePolicy, assigned[role], assigned[""], DEFAULT_POLICY_ID]) {
    const policy = policyId == null ? undefined : byId[policyId];
    if (policyId != null && policy !== undefined) return { policyId, ...policy };
  }
  return DEFAULT_POLICY;
}
