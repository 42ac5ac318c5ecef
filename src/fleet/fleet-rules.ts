import { eq } from "drizzle-orm";
import { erasureStatement } from "../access/erased-tenants.ts";
import { type Database, ShortMemory } from "../platform/index.ts";
import {
  DEFAULT_INTERVAL_S,
  DEFAULT_POLICY_ID,
  type TenantPolicies,
} from "./policies/pick-policy.ts";
import { newestRevisions } from "./policies/policy-store.ts";
import { type FleetSettings, settingsOf } from "./settings-store.ts";
import { fleetSettings, policyAssignments } from "./tables.ts";
import { notePolicies } from "./usual-interval.ts";

/** How late a change of settings or policies may take effect. */
const SETTINGS_TTL_MS = 15_000;
const MAX_REMEMBERED = 5_000;
const MIN_INTERVAL_S = 5;

/** How a tenant's agents are treated, and its policies. */
export interface FleetRules {
  settings: FleetSettings;
  policies: TenantPolicies;
  /** True if the tenant is erased: its agents are not let in any more. */
  isErased: boolean;
}

const remembered = new ShortMemory<string, FleetRules>(SETTINGS_TTL_MS, MAX_REMEMBERED);

export function fleetRules(db: Database, tenantId: string, now: number): Promise<FleetRules> {
  return remembered.recall(tenantId, now, async () => {
    const rules = await readFleetRules(db, tenantId);
    notePolicies(tenantId, rules.policies, now);
    return rules;
  });
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
