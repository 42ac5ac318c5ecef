import { and, desc, eq, gte, isNull, or, sql, type SQL } from "drizzle-orm";
import { auditIfChanged, auditIfDiffers, type AuditEntry } from "../../access/audit.ts";
import { endStatement, hasEnded, refuseEnded } from "../../access/has-ended.ts";
import { mentionsKey } from "../../access/mentions-key.ts";
import { nameRows } from "../../access/name-rows.ts";
import type { Person, Reach } from "../../access/principal.ts";
import type { Refusal } from "../../http/index.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { differs, selectPage, selectOf, timeOf, type Database } from "../../platform/index.ts";
import { maskToScopes } from "../gate/modules.ts";
import { apiKeys } from "../tables.ts";
import type { ApiKey } from "./answers.ts";

export const MAX_API_KEYS = 200;

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/**
 * Stores a key; false if the tenant has as many as allowed. One statement, so that there is no race.
 */
export async function insertApiKey(
  db: Database,
  by: Person,
  row: ApiKeyRow,
  audit: AuditEntry,
): Promise<boolean | Refusal> {
  const insert = insertion(db, by, row, hasRoom(row));
  const [made, , ended] = await db.batch([insert, auditIfChanged(db, audit), endStatement(db, by)]);
  return refuseEnded(ended) ?? made.length === 1;
}

/**
 * Stores the new key and ends the old one, together. False if there is no room, or somebody else has
 * replaced, disabled, changed or deleted the old one.
 */
export async function replaceApiKey(
  db: Database,
  by: Person,
  old: { id: string; expiresAt: number },
  row: ApiKeyRow,
  audit: AuditEntry,
): Promise<boolean | Refusal> {
  const { name, note, scopes, allowedAddresses, expiresAt, monthlyCap } = row;
  const kept = { name, note, scopes, allowedAddresses, expiresAt, monthlyCap };
  const isChanged = differs(apiKeys, kept);
  const stands = sql`exists (select 1 from ${apiKeys} where id = ${old.id}
    and tenant_id = ${row.tenantId} and deleted_at is null and replaced_by is null
    and disabled_at is null and coalesce(expires_at > ${row.createdAt}, true) and not (${isChanged}))`;
  const insert = insertion(db, by, row, sql`${hasRoom(row)} and ${stands}`);
  const end = db
    .update(apiKeys)
    .set({ expiresAt: old.expiresAt, replacedBy: row.id })
    .where(and(isThis(row.tenantId, old.id), sql`changes() = 1`));
  const trace = auditIfChanged(db, audit);
  const [made, , , ended] = await db.batch([insert, end, trace, endStatement(db, by)]);
  return refuseEnded(ended) ?? made.length === 1;
}

export async function findApiKey(
  db: Database,
  tenantId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db.select().from(apiKeys).where(isThis(tenantId, id));
  return row;
}

/** Undefined if there is no such key, or if it was replaced and would live longer than its grace. */
export async function updateApiKey(
  db: Database,
  by: Person,
  { tenantId, id }: Pick<ApiKeyRow, "tenantId" | "id">,
  change: Partial<ApiKeyRow>,
  audit: AuditEntry,
): Promise<ApiKeyRow | Refusal | undefined> {
  const where = and(isThis(tenantId, id), mayEndAt(change.expiresAt), sql`not ${hasEnded(by)}`);
  const { disabledAt, ...others } = change;
  const columns =
    disabledAt === undefined ? others : { ...others, disabledAt: stillDisabled(disabledAt) };
  const update = db.update(apiKeys).set(columns).where(where).returning();
  const trace = auditIfDiffers(db, audit, apiKeys, where, columns);
  const [, [row], ended] = await db.batch([trace, update, endStatement(db, by)]);
  return refuseEnded(ended) ?? row;
}

/** A tenant's keys, the newest first; with `q` those that say so. */
export async function listApiKeys(db: Database, tenantId: string, page: PageRequest, q?: string) {
  const found = q === undefined ? undefined : mentionsKey(apiKeys, "rmp_live", q, apiKeys.note);
  const where = and(eq(apiKeys.tenantId, tenantId), isNull(apiKeys.deletedAt), found);
  const orderBy = [desc(apiKeys.createdAt), apiKeys.id];
  return selectPage(db, apiKeys, { where, orderBy }, page);
}

export function nameApiKeys(db: Database, reach: Reach, ids: readonly string[]) {
  const { id, name, tenantId, deletedAt: endedAt } = apiKeys;
  return nameRows(db, { id, name, tenantId, endedAt }, reach, ids);
}

export function showApiKey(row: ApiKeyRow, lastUsedAt: number | undefined, now: number): ApiKey {
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    scopes: maskToScopes(row.scopes),
    allowedAddresses: row.allowedAddresses,
    monthlyCap: row.monthlyCap,
    last4: row.last4,
    status: statusOf(row, now),
    createdBy: row.createdBy,
    createdAt: timeOf(row.createdAt),
    expiresAt: timeOf(row.expiresAt),
    lastUsedAt: timeOf(lastUsedAt ?? null),
    replacedBy: row.replacedBy,
  };
}

function statusOf(row: ApiKeyRow, now: number): ApiKey["status"] {
  if (row.disabledAt !== null) return "disabled";
  if (row.expiresAt !== null && row.expiresAt <= now) return "expired";
  return row.replacedBy === null ? "active" : "replaced";
}

function insertion(db: Database, by: Person, row: ApiKeyRow, holds: SQL) {
  return db
    .insert(apiKeys)
    .select(sql`${selectOf(apiKeys, row)} where not ${hasEnded(by)} and ${holds}`)
    .returning({ id: apiKeys.id });
}

/** A key that is already disabled keeps the time at which it was. */
function stillDisabled(at: number | null): SQL | null {
  return at === null ? null : sql`coalesce(${apiKeys.disabledAt}, ${at})`;
}

function mayEndAt(expiresAt: number | null | undefined): SQL | undefined {
  if (expiresAt === undefined) return undefined;
  const stands = isNull(apiKeys.replacedBy);
  return expiresAt === null ? stands : or(stands, gte(apiKeys.expiresAt, expiresAt));
}

/** A key that was replaced and has ended does not count: it takes no room from the next rotation. */
function hasRoom({ tenantId, createdAt: now }: ApiKeyRow): SQL {
  return sql`(select count(*) from ${apiKeys} where tenant_id = ${tenantId} and deleted_at is null
    and (replaced_by is null or expires_at > ${now})) < ${MAX_API_KEYS}`;
}

/** The key, if it is not deleted. */
function isThis(tenantId: string, id: string) {
  return and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id), isNull(apiKeys.deletedAt));
}
