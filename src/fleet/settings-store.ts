import { eq, type SQL, sql } from "drizzle-orm";
import { type AuditEntry, auditIfChanged } from "../access/audit.ts";
import { DEFAULT_TTL_DAYS } from "../certificates/issuer.ts";
import { differs, selectOf, type Database } from "../platform/index.ts";
import { fleetSettings } from "./tables.ts";

export type FleetSettings = Omit<typeof fleetSettings.$inferSelect, "tenantId">;

const DEFAULT_SETTINGS: FleetSettings = {
  requireNewKey: false,
  lockOnConflict: false,
  certificateDays: DEFAULT_TTL_DAYS,
  renewBefore: null,
  intervalPercent: 100,
};

const DEFAULTS = Object.entries(DEFAULT_SETTINGS) as [keyof FleetSettings, unknown][];

export async function readSettings(db: Database, tenantId: string): Promise<FleetSettings> {
  const rows = await db.select().from(fleetSettings).where(eq(fleetSettings.tenantId, tenantId));
  return settingsOf(rows[0]);
}

export function settingsOf(row: typeof fleetSettings.$inferSelect | undefined): FleetSettings {
  if (row === undefined) return DEFAULT_SETTINGS;
  const { tenantId: _tenantId, ...settings } = row;
  return settings;
}

/**
 * Writes only the given settings, so that two people who change different ones both succeed. The
 * audit entry has all settings as they are then.
 */
export async function updateSettings(
  db: Database,
  tenantId: string,
  change: Partial<FleetSettings>,
  audit: AuditEntry,
): Promise<FleetSettings> {
  const first = { tenantId, ...DEFAULT_SETTINGS, ...change };
  // A tenant without a row has the defaults, so that setting one of them changes nothing.
  const isOther = DEFAULTS.some(([name, value]) => first[name] !== value);
  const has = sql`exists (select 1 from ${fleetSettings} where tenant_id = ${tenantId})`;
  const write = db
    .insert(fleetSettings)
    .select(sql`${selectOf(fleetSettings, first)} where ${isOther} or ${has}`)
    .onConflictDoUpdate({
      target: fleetSettings.tenantId,
      set: change,
      setWhere: differs(fleetSettings, change),
    })
    .returning();
  const trace = { ...audit, detail: settingsAsJson(tenantId) };
  const [[row]] = await db.batch([write, auditIfChanged(db, trace)]);
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
