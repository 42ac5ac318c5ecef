import { eq } from "drizzle-orm";
import { erasureStatement } from "../access/erased-tenants.ts";
import { ageOf, DAY_MS, type Database, remember, ShortMemory } from "../platform/index.ts";
import {
  DEFAULT_INTERVAL_S,
  DEFAULT_POLICY_ID,
  pickPolicy,
  type TenantPolicies,
} from "./policies/pick-policy.ts";
import { newestRevisions } from "./policies/policy-store.ts";
import { type FleetSettings, settingsOf } from "./settings-store.ts";
import { fleetSettings, policyAssignments } from "./tables.ts";

/** How late a change of settings or policies may take effect. */
const SETTINGS_TTL_MS = 15_000;
const MAX_REMEMBERED = 5_000;
/** How long an interval counts for what refused agents are told while D1 cannot be read. */
const USUAL_MS = DAY_MS;
const MIN_INTERVAL_S = 5;

/** How a tenant's agents are treated, and its policies. */
export interface FleetRules {
  settings: FleetSettings;
  policies: TenantPolicies;
  /** True if the tenant is erased: its agents are not let in any more. */
  isErased: boolean;
}

const remembered = new ShortMemory<string, FleetRules>(SETTINGS_TTL_MS, MAX_REMEMBERED);
const usual = new Map<string, { intervalS: number; at: number }>();

export function fleetRules(db: Database, tenantId: string, now: number): Promise<FleetRules> {
  return remembered.recall(tenantId, now, async () => {
    const rules = await readFleetRules(db, tenantId);
    const { intervalS } = pickPolicy(rules.policies, "", null);
    remember(usual, tenantId, { intervalS, at: now }, MAX_REMEMBERED);
    return rules;
  });
}

/** How often most of a tenant's agents check in, as far as this isolate knows. */
export function usualInterval(tenantId: string, now: number): number {
  const { intervalS, at } = usual.get(tenantId) ?? { intervalS: DEFAULT_INTERVAL_S, at: now };
  return ageOf(at, now) < USUAL_MS ? intervalS : DEFAULT_INTERVAL_S;
}

/** Makes at least the isolate that made a change know it at once. */
export function forgetFleetRules(tenantId: string): void {
  remembered.forget(tenantId);
}

async function readFleetRules(db: Database, tenantId: string): Promise<FleetRules> {
  const [rows, assignments, revisions, erased] = await db.batch([
    db.select().from(fleetSettings).where(eq(fleetSettings.tenantId, tenantId)),
    db.select().from(policyAssignments).where(eq(policyAssignments.tenantId, tenantId)),
    newestRevisions(db, tenantId),
    erasureStatement(db, tenantId),
  ]);
  const settings = settingsOf(rows[0]);
  const scaled = (intervalS: number) =>
    Math.max(MIN_INTERVAL_S, Math.round((intervalS * settings.intervalPercent) / 100));
  const byId: TenantPolicies["byId"] = {
    [DEFAULT_POLICY_ID]: { revision: 1, intervalS: scaled(DEFAULT_INTERVAL_S) },
  };
  for (const { id, revision, intervalS } of revisions) {
    byId[id] = { revision, intervalS: scaled(intervalS) };
  }
  const assigned = Object.fromEntries(assignments.map(({ role, policyId }) => [role, policyId]));
  return { settings, policies: { byId, assigned }, isErased: erased.length > 0 };
}
