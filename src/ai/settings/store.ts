import { and, asc, eq, sql } from "drizzle-orm";
import { auditStatement, type AuditEntry } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Database } from "../../platform/index.ts";
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
}

export async function readTenantAi(db: Database, tenantId: TenantId): Promise<TenantAi> {
  const [rows, own] = await db.batch([
    db.select().from(aiSettings).where(eq(aiSettings.tenantId, tenantId)),
    db
      .select()
      .from(aiProviders)
      .where(eq(aiProviders.tenantId, tenantId))
      .orderBy(asc(aiProviders.name)),
  ]);
  const [row] = rows;
  const { settings = {}, updatedBy = null, updatedAt = null } = row ?? {};
  return { settings, updatedBy, updatedAt, own };
}

/** Field by field in one statement, so that two changes side by side both count. Null takes away. */
export async function patchSettings(
  db: Database,
  row: Omit<SettingsRow, "settings">,
  change: Record<string, unknown>,
  audit: AuditEntry,
): Promise<void> {
  const patch = JSON.stringify(change);
  const { tenantId, updatedBy, updatedAt } = row;
  // A patch merges objects; what is given here takes the place of what was there.
  const emptied = JSON.stringify(
    Object.fromEntries(Object.keys(change).map((name) => [name, null])),
  );
  await db.batch([
    db
      .insert(aiSettings)
      .values({ tenantId, updatedBy, updatedAt, settings: {} })
      .onConflictDoNothing(),
    db
      .update(aiSettings)
      .set({
        settings: sql`json_patch(json_patch(${aiSettings.settings}, ${emptied}), ${patch})`,
        updatedBy,
        updatedAt,
      })
      .where(eq(aiSettings.tenantId, tenantId)),
    auditStatement(db, audit),
  ]);
}

/** False when the tenant has as many as it may have. One statement, so no race. */
export async function putProvider(
  db: Database,
  row: ProviderRow,
  keepKey: boolean,
): Promise<boolean> {
  const { tenantId, name, provider, sealedKey, keyLast4, updatedBy, updatedAt } = row;
  const key = keepKey
    ? sql``
    : sql`, sealed_key = excluded.sealed_key, key_last4 = excluded.key_last4`;
  const { meta } = await db.run(sql`
    insert into ${aiProviders} (tenant_id, name, provider, sealed_key, key_last4, updated_by,
      updated_at)
    select ${tenantId}, ${name}, ${JSON.stringify(provider)}, ${sealedKey}, ${keyLast4},
      ${updatedBy}, ${updatedAt}
    where (select count(*) from ${aiProviders}
      where tenant_id = ${tenantId} and name <> ${name}) < ${MAX_PROVIDERS}
    on conflict (tenant_id, name) do update set provider = excluded.provider,
      updated_by = excluded.updated_by, updated_at = excluded.updated_at${key}`);
  return meta.changes > 0;
}

export async function deleteProvider(
  db: Database,
  tenantId: TenantId,
  name: string,
): Promise<boolean> {
  const gone = await db
    .delete(aiProviders)
    .where(and(eq(aiProviders.tenantId, tenantId), eq(aiProviders.name, name)))
    .returning({ name: aiProviders.name });
  return gone.length > 0;
}
