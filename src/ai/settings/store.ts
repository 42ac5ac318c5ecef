import { and, asc, eq, ne, sql } from "drizzle-orm";
import { auditIfChanged, type AuditEntry } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { selectOf, type Database } from "../../platform/index.ts";
import { findTenant } from "../../tenants/store.ts";
import { aiProviders, aiSettings } from "../tables.ts";
import type { StoredSettings } from "./schemas.ts";

export const MAX_PROVIDERS = 10;

export type SettingsRow = typeof aiSettings.$inferSelect;
export type ProviderRow = typeof aiProviders.$inferSelect;

export interface TenantAi {
  settings: StoredSettings;
  updatedBy: string | null;
  updatedAt: number | null;
  own: ProviderRow[];
  isActive: boolean;
}

export async function readTenantAi(db: Database, tenantId: TenantId): Promise<TenantAi> {
  const settingsAndProviders = db.batch([
    db.select().from(aiSettings).where(eq(aiSettings.tenantId, tenantId)),
    db
      .select()
      .from(aiProviders)
      .where(eq(aiProviders.tenantId, tenantId))
      .orderBy(asc(aiProviders.name)),
  ]);
  const [[rows, own], tenant] = await Promise.all([settingsAndProviders, findTenant(db, tenantId)]);
  const [row] = rows;
  const { settings = {}, updatedBy = null, updatedAt = null } = row ?? {};
  return { settings, updatedBy, updatedAt, own, isActive: tenant?.status === "active" };
}

/**
 * Changes settings in one statement, field by field, so that two changes at the same time both count.
 * Null removes a field.
 */
export async function patchSettings(
  db: Database,
  row: Omit<SettingsRow, "settings">,
  change: Record<string, unknown>,
  audit: AuditEntry,
): Promise<void> {
  const patch = JSON.stringify(change);
  const { tenantId, updatedBy, updatedAt } = row;
  // A patch merges objects, so the old values are removed first: a given object replaces the old one.
  const emptied = JSON.stringify(
    Object.fromEntries(Object.keys(change).map((name) => [name, null])),
  );
  const first = { tenantId, updatedBy, updatedAt, settings: {} };
  // Without a row, null has nothing to remove.
  const setsAny = Object.values(change).some((value) => value !== null);
  const patched = sql`json_patch(json_patch(${aiSettings.settings}, ${emptied}), ${patch})`;
  await db.batch([
    db
      .insert(aiSettings)
      .select(sql`${selectOf(aiSettings, first)} where ${setsAny}`)
      .onConflictDoNothing(),
    db
      .update(aiSettings)
      .set({
        settings: patched,
        updatedBy,
        updatedAt,
      })
      .where(and(eq(aiSettings.tenantId, tenantId), ne(aiSettings.settings, patched))),
    auditIfChanged(db, audit),
  ]);
}

/**
 * Stores a provider. False if the tenant has as many as it may have, or if the stored key that was to
 * be kept is another one now. It is one statement, so there is no race.
 */
export async function putProvider(
  db: Database,
  row: ProviderRow,
  keepKey: boolean,
  audit: AuditEntry,
): Promise<boolean> {
  const { tenantId, name, provider, sealedKey, keyLast4, updatedBy, updatedAt } = row;
  const stored = sql`(select sealed_key from ${aiProviders}
    where tenant_id = ${tenantId} and name = ${name})`;
  const put = db
    .insert(aiProviders)
    .select(
      sql`${selectOf(aiProviders, row)}
      where (select count(*) from ${aiProviders}
        where tenant_id = ${tenantId} and name <> ${name}) < ${MAX_PROVIDERS}
        and (${!keepKey} or ${stored} is ${sealedKey})`,
    )
    .onConflictDoUpdate({
      target: [aiProviders.tenantId, aiProviders.name],
      set: { provider, updatedBy, updatedAt, sealedKey, keyLast4 },
    })
    .returning({ name: aiProviders.name });
  const [written] = await db.batch([put, auditIfChanged(db, audit)]);
  return written.length > 0;
}

export async function deleteProvider(
  db: Database,
  tenantId: TenantId,
  name: string,
  audit: AuditEntry,
): Promise<boolean> {
  const removal = db
    .delete(aiProviders)
    .where(and(eq(aiProviders.tenantId, tenantId), eq(aiProviders.name, name)))
    .returning({ name: aiProviders.name });
  const [gone] = await db.batch([removal, auditIfChanged(db, audit)]);
  return gone.length > 0;
}
