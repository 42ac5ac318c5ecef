import { and, asc, desc, eq, gt, isNull, or, sql, type SQL } from "drizzle-orm";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { readPage, timeOf, type Database } from "../../platform/index.ts";
import { intelEntries } from "../tables.ts";
import { MAX_ENTRIES, type Entry } from "./schemas.ts";

export type EntryRow = typeof intelEntries.$inferSelect;

/** Writes an entry over one for the same thing; undefined where the tenant has no room left. */
export async function putEntry(db: Database, row: EntryRow): Promise<EntryRow | undefined> {
  const { action, note, createdBy, updatedAt, expiresAt } = row;
  const held = sql`(select count(*) from ${intelEntries} where tenant_id = ${row.tenantId})`;
  const [known] = await db
    .update(intelEntries)
    .set({ action, note, createdBy, updatedAt, expiresAt })
    .where(isSameThing(row))
    .returning();
  if (known !== undefined) return known;
  const [{ room } = { room: 0 }] = await db.all<{ room: number }>(
    sql`select ${held} < ${MAX_ENTRIES} as room`,
  );
  if (room === 0) return undefined;
  const [made] = await db
    .insert(intelEntries)
    .values(row)
    .onConflictDoUpdate({
      target: [intelEntries.tenantId, intelEntries.type, intelEntries.value],
      set: { action, note, createdBy, updatedAt, expiresAt },
    })
    .returning();
  return made;
}

function isSameThing({ tenantId, type, value }: EntryRow): SQL | undefined {
  return and(
    eq(intelEntries.tenantId, tenantId),
    eq(intelEntries.type, type),
    eq(intelEntries.value, value),
  );
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
  const orderBy = [desc(intelEntries.createdAt), asc(intelEntries.id)];
  return readPage(db, intelEntries, { where, orderBy }, page);
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
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(updatedAt),
    expiresAt: timeOf(expiresAt),
  };
}
