export const DEFAULT_INTERVAL_S = 60;
export const DEFAULT_POLICY_ID = "default";

/** The policy that an agent should run by now, whether it has heard of it or not. */
export interface DesiredPolicy {
  policyId: string;
  revision: number;
}

/** What an agent is told, and what it will be measured by. */
export interface Orders extends DesiredPolicy {
  intervalS: number;
}

/** A tenant's policies and who gets which; role "" is everybody without one of his own. */
export interface TenantOrders {
  policies: Record<string, { revision: number; intervalS: number }>;
  assigned: Record<string, string>;
}

/** What agents run that nobody has given a policy. */
const DEFAULT_ORDERS: Orders = {
  policyId: DEFAULT_POLICY_ID,
  revision: 1,
  intervalS: DEFAULT_INTERVAL_S,
};

/** The policy of the enrolment code, else that of the role, else the tenant's, else the default. */
export function pickOrders(orders: TenantOrders, role: string, codePolicy: string | null): Orders {
  for (const policyId of [codePolicy, orders.assigned[role], orders.assigned[""]]) {
    const policy = policyId == null ? undefined : orders.policies[policyId];
    if (policyId != null && policy !== undefined) return { policyId, ...policy };
  }
  const policy = orders.policies[DEFAULT_POLICY_ID];
  return policy === undefined ? DEFAULT_ORDERS : { policyId: DEFAULT_POLICY_ID, ...policy };
}
