import { ageOf, DAY_MS, remember } from "../platform/index.ts";
import { DEFAULT_INTERVAL_S, pickPolicy, type TenantPolicies } from "./policies/pick-policy.ts";

const MAX_REMEMBERED = 5_000;
/** How long an interval counts for what refused agents are told while D1 cannot be read. */
const USUAL_MS = DAY_MS;

interface Usual {
  intervalS: number;
  /** The policy that an agent was told last, if it is not the one of roles without their own. */
  told: string | null;
  at: number;
}

const usual = new Map<string, Usual>();

/** Notes the tenant's policies as they are now, for agents like the one that was answered last. */
export function notePolicies(tenantId: string, policies: TenantPolicies, now: number): void {
  note(tenantId, policies, usual.get(tenantId)?.told ?? null, now);
}

/** Notes which of the policies an agent was told: most have it by their role or their code. */
export function noteTold(
  tenantId: string,
  policies: TenantPolicies,
  policyId: string,
  now: number,
): void {
  const told = policyId === pickPolicy(policies, "", null).policyId ? null : policyId;
  if (told !== usual.get(tenantId)?.told) note(tenantId, policies, told, now);
}

function note(tenantId: string, policies: TenantPolicies, told: string | null, at: number): void {
  const { intervalS } = pickPolicy(policies, "", told);
  remember(usual, tenantId, { intervalS, told, at }, MAX_REMEMBERED);
}

/** How often a tenant's agents check in, as far as this isolate knows. */
export function usualInterval(tenantId: string, now: number): number {
  const { intervalS, at } = usual.get(tenantId) ?? { intervalS: DEFAULT_INTERVAL_S, at: now };
  return ageOf(at, now) < USUAL_MS ? intervalS : DEFAULT_INTERVAL_S;
}
