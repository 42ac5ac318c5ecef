import { and, asc, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { auditEach, auditIfChanged, type EntryOfChange } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { selectOf, type Database } from "../../platform/index.ts";
import { intelEntries } from "../tables.ts";
import { MAX_ENTRIES, type Entry } from "./schemas.ts";

export type EntryRow = typeof intelEntries.$inferSelect;

/** Writes an entry over one for the same thing; undefined where the tenant has no room left. */
export async function putEntry(
  db: Database,
  row: EntryRow,
  trace: EntryOfChange,
): Promise<EntryRow | undefined> {
  const { tenantId, type, value, action, note, createdBy, updatedAt, expiresAt } = row;
  const known = sql`(select id from ${intelEntries}
    where tenant_id = ${tenantId} and type = ${type} and value = ${value})`;
  const held = sql`(select count(*) from ${intelEntries} where tenant_id = ${tenantId})`;
  const put = db
    .insert(intelEntries)
    .select(
      sql`${selectOf(intelEntries, row)} where ${held} < ${MAX_ENTRIES} or ${known} is not null`,
    )
    .onConflictDoUpdate({
      target: [intelEntries.tenantId, intelEntries.type, intelEntries.value],
      set: { action, note, createdBy, updatedAt, expiresAt },
    })
    .returning();
  const detail = { action, type, value };
  const [[made]] = await db.batch([put, auditIfChanged(db, { ...trace, target: known, detail })]);
  return made;
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

/** False when there is no such entry. Its trace tells what it was, so it comes before the end. */
export async function deleteEntry(
  db: Database,
  tenantId: TenantId,
  id: string,
  trace: EntryOfChange,
): Promise<boolean> {
  const isIt = sql`tenant_id = ${tenantId} and id = ${id}`;
  const detail = sql`json_object('action', action, 'type', type, 'value', value)`;
  const [, gone] = await db.batch([
    auditEach(db, { ...trace, detail }, sql`${intelEntries} where ${isIt}`),
    db.delete(intelEntries).where(isIt).returning({ id: intelEntries.id }),
  ]);
  return gone.length === 1;
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
