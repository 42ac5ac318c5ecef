import { and, asc, desc, eq, gt, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import { auditEach, auditIfChanged, type AuditEntry } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { mentions, selectPage, selectOf, timeOf, type Database } from "../../platform/index.ts";
import { intelEntries } from "../tables.ts";
import type { Entry } from "./answers.ts";
import { MAX_ENTRIES } from "./schemas.ts";

/** The most characters of all their values together. */
export const MAX_LETTERS = 2_000_000;

export type EntryRow = typeof intelEntries.$inferSelect;

/**
 * Writes an entry, over one for the same thing, with a line in the audit log. If the list is full,
 * expired entries are deleted first; undefined if that is not enough.
 */
export async function putEntry(
  db: Database,
  row: EntryRow,
  audit: AuditEntry,
): Promise<EntryRow | undefined> {
  const { tenantId, action, note, createdBy, updatedAt, expiresAt, label } = row;
  const same = isSameThing(row);
  const room = sql`(select count(*) < ${MAX_ENTRIES}
      and coalesce(sum(length(value)), 0) + ${row.value.length} <= ${MAX_LETTERS}
    from ${intelEntries} where tenant_id = ${tenantId})`;
  const forget = db
    .delete(intelEntries)
    .where(
      and(
        eq(intelEntries.tenantId, tenantId),
        lte(intelEntries.expiresAt, updatedAt),
        sql`not ${room}`,
      ),
    );
  const put = db
    .insert(intelEntries)
    .select(
      sql`${selectOf(intelEntries, row)}
        where ${room} or exists (select 1 from ${intelEntries} where ${same})`,
    )
    .onConflictDoUpdate({
      target: [intelEntries.tenantId, intelEntries.type, intelEntries.value],
      set: { action, note, createdBy, updatedAt, expiresAt, label },
    })
    .returning();
  const target = sql`(select id from ${intelEntries} where ${same})`;
  const [, [made]] = await db.batch([forget, put, auditIfChanged(db, { ...audit, target })]);
  return made;
}

function isSameThing({ tenantId, type, value }: EntryRow): SQL | undefined {
  return and(
    eq(intelEntries.tenantId, tenantId),
    eq(intelEntries.type, type),
    eq(intelEntries.value, value),
  );
}

export interface EntryFilter {
  action?: EntryRow["action"] | undefined;
  type?: EntryRow["type"] | undefined;
  label?: string | undefined;
  /** Text to search for in value, note and label. */
  q?: string | undefined;
}

export async function listEntries(
  db: Database,
  tenantId: TenantId,
  filter: EntryFilter,
  page: PageRequest,
) {
  return selectPage(db, intelEntries, { where: fits(tenantId, filter), orderBy: NEWEST }, page);
}

/** All entries that fit, for an export. */
export function allEntries(db: Database, tenantId: TenantId, filter: EntryFilter) {
  return db
    .select()
    .from(intelEntries)
    .where(fits(tenantId, filter))
    .orderBy(...NEWEST);
}

const NEWEST = [desc(intelEntries.createdAt), asc(intelEntries.id)];

function fits(tenantId: TenantId, { action, type, label, q }: EntryFilter): SQL | undefined {
  const { value, note, label: set } = intelEntries;
  return and(
    eq(intelEntries.tenantId, tenantId),
    action === undefined ? undefined : eq(intelEntries.action, action),
    type === undefined ? undefined : eq(intelEntries.type, type),
    label === undefined ? undefined : eq(set, label),
    // A network is stored as a number, and shown as "AS64500".
    q === undefined || q === ""
      ? undefined
      : mentions(
          sql`iif(${intelEntries.type} = 'asn', 'AS', '') || ${value} || ' ' || ${note} || ' ' || ${set}`,
          q,
        ),
  );
}

/** False if there is no such entry. */
export async function deleteEntry(
  db: Database,
  tenantId: TenantId,
  id: string,
  audit: AuditEntry,
): Promise<boolean> {
  const where = and(eq(intelEntries.tenantId, tenantId), eq(intelEntries.id, id));
  const detail = sql`json_object('action', "action", 'type', type, 'value', value)`;
  const removal = db.delete(intelEntries).where(where).returning({ id: intelEntries.id });
  const [, gone] = await db.batch([
    auditEach(db, { ...audit, detail }, sql`${intelEntries} where ${where}`),
    removal,
  ]);
  return gone.length > 0;
}

/** All entries of a tenant that have not expired. */
export function liveEntries(db: Database, tenantId: string, now: number) {
  return db
    .select()
    .from(intelEntries)
    .where(
      and(
        eq(intelEntries.tenantId, tenantId),
        or(isNull(intelEntries.expiresAt), gt(intelEntries.expiresAt, now)),
      ),
    )
    .orderBy(asc(intelEntries.createdAt), sql`rowid`);
}

export function shownValue({ type, value }: Pick<EntryRow, "type" | "value">): string {
  return type === "asn" ? `AS${value}` : value;
}

export function showEntry(row: EntryRow): Entry {
  const { tenantId: _tenantId, ...shown } = row;
  return {
    ...shown,
    value: shownValue(row),
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
    expiresAt: timeOf(row.expiresAt),
  };
}
