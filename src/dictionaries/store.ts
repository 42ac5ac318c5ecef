import { and, asc, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { auditIfChanged, type AuditEntry } from "../access/audit.ts";
import { nameRows } from "../access/name-rows.ts";
import type { Reach } from "../access/principal.ts";
import { among, mentions, selectOf, timeOf, type Database } from "../platform/index.ts";
import type { DictionaryFilter } from "./schemas.ts";
import type { Dictionary } from "./answers.ts";
import { dictionaries } from "./tables.ts";

export const MAX_DICTIONARIES = 100;
/**
 * What all dictionaries of a tenant, or all global ones, may hold together: a list answers all of
 * it.
 */
export const MAX_TOTAL_BYTES = 2 * 1024 * 1024;

export type DictionaryRow = typeof dictionaries.$inferSelect;

/**
 * False if the tenant has as many, or as much, as it may have. One statement, so no two callers
 * race.
 */
export async function insertDictionary(
  db: Database,
  row: DictionaryRow,
  audit: AuditEntry,
): Promise<boolean> {
  const insert = db
    .insert(dictionaries)
    .select(
      sql`${selectOf(dictionaries, row)}
      where (select count(*) < ${MAX_DICTIONARIES}
               and coalesce(sum(bytes), 0) + ${row.bytes} <= ${MAX_TOTAL_BYTES}
             from ${dictionaries} where tenant_id is ${row.tenantId})`,
    )
    .returning({ id: dictionaries.id });
  const [made] = await db.batch([insert, auditIfChanged(db, audit)]);
  return made.length === 1;
}

export async function findDictionary(
  db: Database,
  reach: Reach,
  id: string,
): Promise<DictionaryRow | undefined> {
  const [row] = await db
    .select()
    .from(dictionaries)
    .where(and(eq(dictionaries.id, id), visible(reach)));
  return row;
}

export function nameDictionaries(db: Database, reach: Reach, ids: readonly string[]) {
  const { id, name, tenantId } = dictionaries;
  return nameRows(db, { id, name, tenantId }, reach, ids);
}

export async function listDictionaries(
  db: Database,
  reach: Reach,
  filter: DictionaryFilter,
): Promise<DictionaryRow[]> {
  return db
    .select()
    .from(dictionaries)
    .where(and(visible(reach), ...conditions(filter)))
    .orderBy(asc(dictionaries.name), asc(dictionaries.id))
    .limit(2 * MAX_DICTIONARIES);
}

/** What tells the same dictionaries from changed ones, without reading their entries. */
export async function listVersions(db: Database, reach: Reach, filter: DictionaryFilter) {
  const { id, version, updatedAt } = dictionaries;
  return db
    .select({ id, version, updatedAt })
    .from(dictionaries)
    .where(and(visible(reach), ...conditions(filter)))
    .orderBy(asc(id));
}

/** Writes the next version, unless somebody else wrote first or the total would be too much. */
export async function updateDictionary(
  db: Database,
  from: DictionaryRow,
  to: DictionaryRow,
  audit: AuditEntry,
): Promise<"changed" | "outrun" | "too_much"> {
  const others = sql`(select coalesce(sum(bytes), 0) from ${dictionaries}
    where tenant_id is ${from.tenantId} and id <> ${from.id})`;
  const fits = sql`${others} + ${to.bytes} <= ${MAX_TOTAL_BYTES}`;
  const same = and(eq(dictionaries.id, from.id), eq(dictionaries.version, from.version));
  const change = db
    .update(dictionaries)
    .set(to)
    .where(and(same, fits))
    .returning({ id: dictionaries.id });
  const [changed] = await db.batch([change, auditIfChanged(db, audit)]);
  if (changed.length === 1) return "changed";
  const [still] = await db.select({ id: dictionaries.id }).from(dictionaries).where(same);
  return still === undefined ? "outrun" : "too_much";
}

export async function deleteDictionary(
  db: Database,
  row: DictionaryRow,
  audit: AuditEntry,
): Promise<boolean> {
  const removal = db
    .delete(dictionaries)
    .where(and(eq(dictionaries.id, row.id), eq(dictionaries.version, row.version)))
    .returning({ id: dictionaries.id });
  const [gone] = await db.batch([removal, auditIfChanged(db, audit)]);
  return gone.length === 1;
}

export function showDictionary(row: DictionaryRow): Dictionary {
  const { bytes: _bytes, createdAt, updatedAt, ...rest } = row;
  return { ...rest, createdAt: timeOf(createdAt), updatedAt: timeOf(updatedAt) };
}

/** Everybody reads global dictionaries, and those of the tenants within his reach. */
function visible(reach: Reach): SQL | undefined {
  if (reach === "all") return undefined;
  return or(isNull(dictionaries.tenantId), among(dictionaries.tenantId, reach));
}

function conditions({ kind, enabled, appliesTo, tag, q }: DictionaryFilter): SQL[] {
  const found: SQL[] = [];
  if (kind !== undefined) found.push(eq(dictionaries.kind, kind));
  if (enabled !== undefined) found.push(eq(dictionaries.enabled, enabled));
  if (appliesTo !== undefined) found.push(holds(dictionaries.appliesTo, appliesTo));
  if (tag !== undefined) found.push(holds(dictionaries.tags, tag));
  if (q !== undefined) {
    const { name, description } = dictionaries;
    found.push(mentions(sql`${name} || ' ' || ${description}`, q));
  }
  return found;
}

function holds(list: typeof dictionaries.tags | typeof dictionaries.appliesTo, item: string): SQL {
  return sql`exists (select 1 from json_each(${list}) where value = ${item})`;
}
