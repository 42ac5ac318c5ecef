import { eq, type SQL, sql } from "drizzle-orm";
import { type AuditEntry, auditIfChanged } from "../access/audit.ts";
import { erasureStatement } from "../access/erased-tenants.ts";
import { DEFAULT_TTL_DAYS } from "../certificates/issuer.ts";
import { differs, type Database, ShortMemory } from "../platform/index.ts";
import {
  DEFAULT_INTERVAL_S,
  DEFAULT_POLICY_ID,
  type TenantPolicies,
} from "./policies/pick-policy.ts";
import { newestRevisions } from "./policies/policy-store.ts";
import { fleetSettings, policyAssignments } from "./tables.ts";

/** How late a change of settings or policies may bind. */
const SETTINGS_TTL_MS = 15_000;
const MAX_REMEMBERED = 5_000;
const MIN_INTERVAL_S = 5;

export type FleetSettings = Omit<typeof fleetSettings.$inferSelect, "tenantId">;

const DEFAULT_SETTINGS: FleetSettings = {
  requireNewKey: false,
  lockOnConflict: false,
  certificateDays: DEFAULT_TTL_DAYS,
  renewBefore: null,
  intervalPercent: 100,
};

/** How a tenant wants its agents to be treated, and the policies that they run. */
export interface FleetRules {
  settings: FleetSettings;
  policies: TenantPolicies;
  /** Its agents are let in no more. */
  isErased: boolean;
}

const remembered = new ShortMemory<string, FleetRules>(SETTINGS_TTL_MS, MAX_REMEMBERED);

export function fleetRules(db: Database, tenantId: string, now: number): Promise<FleetRules> {
  return remembered.recall(tenantId, now, () => readFleetRules(db, tenantId));
}

/** So that at least the isolate that made a change knows it at once. */
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

export async function readSettings(db: Database, tenantId: string): Promise<FleetSettings> {
  const rows = await db.select().from(fleetSettings).where(eq(fleetSettings.tenantId, tenantId));
  return settingsOf(rows[0]);
}

function settingsOf(row: typeof fleetSettings.$inferSelect | undefined): FleetSettings {
  if (row === undefined) return DEFAULT_SETTINGS;
  return {
    requireNewKey: row.requireNewKey,
    lockOnConflict: row.lockOnConflict,
    certificateDays: row.certificateDays,
    renewBefore: row.renewBefore,
    intervalPercent: row.intervalPercent,
  };
}

/**
 * Only what is named is written, so that two who change different things both succeed. The trace
 * tells all that holds then.
 */
export async function changeSettings(
  db: Database,
  tenantId: string,
  change: Partial<FleetSettings>,
  audit: AuditEntry,
): Promise<FleetSettings> {
  if (Object.keys(change).length === 0) return readSettings(db, tenantId);
  const write = db
    .insert(fleetSettings)
    .values({ tenantId, ...DEFAULT_SETTINGS, ...change })
    .onConflictDoUpdate({
      target: fleetSettings.tenantId,
      set: change,
      setWhere: differs(fleetSettings, change),
    })
    .returning();
  const trace = { ...audit, detail: settingsAsJson(tenantId) };
  const [[row]] = await db.batch([write, auditIfChanged(db, trace)]);
  forgetFleetRules(tenantId);
  return row === undefined ? readSettings(db, tenantId) : settingsOf(row);
}

function settingsAsJson(tenantId: string): SQL {
  return sql`(select json_object(
      'requireNewKey', json(iif(require_new_key, 'true', 'false')),
      'lockOnConflict', json(iif(lock_on_conflict, 'true', 'false')),
      'certificateDays', certificate_days, 'renewBefore', renew_before,
      'intervalPercent', interval_percent)
    from ${fleetSettings} where tenant_id = ${tenantId})`;
}
