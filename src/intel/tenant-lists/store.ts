import { and, asc, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { selectOf, type Database } from "../../platform/index.ts";
import { intelEntries } from "../tables.ts";
import { MAX_ENTRIES, type Entry } from "./schemas.ts";

export type EntryRow = typeof intelEntries.$inferSelect;

/**
 * Writes an entry over one for the same thing; undefined where the tenant has no room left. One
 * statement, so no race.
 */
export async function putEntry(db: Database, row: EntryRow): Promise<EntryRow | undefined> {
  const { action, note, createdBy, updatedAt, expiresAt } = row;
  const held = sql`(select count(*) from ${intelEntries} where tenant_id = ${row.tenantId})`;
  const isKnown = sql`exists (select 1 from ${intelEntries} where tenant_id = ${row.tenantId}
    and type = ${row.type} and value = ${row.value})`;
  const [written] = await db
    .insert(intelEntries)
    .select(sql`${selectOf(intelEntries, row)} where ${isKnown} or ${held} < ${MAX_ENTRIES}`)
    .onConflictDoUpdate({
      target: [intelEntries.tenantId, intelEntries.type, intelEntries.value],
      set: { action, note, createdBy, updatedAt, expiresAt },
    })
    .returning();
  return written;
}

export async function listEntries(
  db: Database,
  tenantId: TenantId,
  action: EntryRow["action"] | undefined,
  page: PageRequest,
) {
  const where = and(
    eq(intelEntries.tenantId, tenantId),
    action === undefined ? undefined : eq(intelEntries.action, action),
  );
  const [items, totals] = await db.batch([
    db
      .select()
      .from(intelEntries)
      .where(where)
      .orderBy(desc(intelEntries.createdAt), asc(intelEntries.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(intelEntries).where(where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

export async function deleteEntry(db: Database, tenantId: TenantId, id: string) {
  const [gone] = await db
    .delete(intelEntries)
    .where(and(eq(intelEntries.tenantId, tenantId), eq(intelEntries.id, id)))
    .returning();
  return gone;
}

/** Every entry of a tenant that counts now. */
export async function liveEntries(db: Database, tenantId: string, now: number) {
  return db
    .select()
    .from(intelEntries)
    .where(
      and(
        eq(intelEntries.tenantId, tenantId),
        or(isNull(intelEntries.expiresAt), gt(intelEntries.expiresAt, now)),
      ),
    )
    .orderBy(asc(intelEntries.id));
}

export function showEntry(row: EntryRow): Entry {
  const { id, action, type, value, note, createdBy, createdAt, updatedAt, expiresAt } = row;
  return {
    id,
    action,
    type,
    value: type === "asn" ? `AS${value}` : value,
    note,
    createdBy,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}
