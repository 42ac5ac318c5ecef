import { and, sql, SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { differs, type Database } from "../platform/index.ts";
import { PERSON_SUBJECT, type Doer } from "./principal.ts";
import { auditLog, people } from "./tables.ts";

export interface AuditEntry {
  at: number;
  actor: string;
  action: string;
  tenantId?: string | null;
  target?: string;
  detail?: Record<string, unknown>;
  requestId?: string | undefined;
}

/** Gives the statement, so that a change and its entry can go to the database in one batch. */
export function auditStatement(db: Database, entry: AuditEntry) {
  return db.insert(auditLog).values(entry);
}

/** An entry whose tenant, target or detail may be SQL, evaluated in the batch of its change. */
export type EntryOfChange = Omit<AuditEntry, "tenantId" | "target" | "detail"> & {
  tenantId?: string | null | SQL;
  target?: string | SQL;
  detail?: Record<string, unknown> | SQL;
};

export function doneBy({ subject, requestId }: Doer): Pick<AuditEntry, "actor" | "requestId"> {
  return { actor: subject, requestId };
}

/**
 * The actor and tenant of what a person does to their own account. The tenant is theirs if they have
 * only one.
 */
export function byPerson(personId: string): Pick<EntryOfChange, "tenantId"> & { actor: string } {
  const tenantId = sql`(select json_extract(${people.tenants}, '$[0]') from ${people}
    where ${people.id} = ${personId} and json_array_length(${people.tenants}) = 1)`;
  return { actor: `${PERSON_SUBJECT}${personId}`, tenantId };
}

/** Writes the entry only if this condition holds when the batch runs. */
export function auditStatementIf(db: Database, entry: EntryOfChange, holds: SQL) {
  return insertBy(db, entry, sql`where ${holds}`);
}

/**
 * Writes the entry unless the same one is there, for a sender that may have sent it before. Nobody
 * does the same thing twice within a millisecond.
 */
export function auditStatementOnce(db: Database, entry: AuditEntry) {
  const same = sql`${auditLog.at} = ${entry.at} and not (${differs(auditLog, entry)})`;
  return auditStatementIf(db, entry, sql`not exists (select 1 from ${auditLog} where ${same})`);
}

/** Writes the entry only if the statement right before it in the batch changed a row. */
export function auditIfChanged(db: Database, entry: EntryOfChange) {
  return auditStatementIf(db, entry, sql`changes() = 1`);
}

/**
 * Writes the entry only if this change will make a row different. Goes right before the change in its
 * batch.
 */
export function auditIfDiffers(
  db: Database,
  entry: EntryOfChange,
  table: SQLiteTable,
  where: SQL | undefined,
  change: object,
) {
  const changed = sql`select 1 from ${table} where ${and(where, differs(table, change))}`;
  return auditStatementIf(db, entry, sql`exists (${changed})`);
}

/** Writes an entry for each of these rows; its SQL may read the row. */
export function auditEach(db: Database, entry: EntryOfChange, rows: SQL) {
  return insertBy(db, entry, sql`from ${rows}`);
}

function insertBy(db: Database, entry: EntryOfChange, which: SQL) {
  const { at, actor, action, tenantId = null, target = null, detail, requestId = null } = entry;
  const detailText = detail instanceof SQL ? detail : (JSON.stringify(detail) ?? null);
  // In the order of the table's columns.
  return db.insert(auditLog).select(
    sql`select null, ${at}, ${actor}, ${action}, ${tenantId}, ${target}, ${detailText}, ${requestId}
      ${which}`,
  );
}

export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await auditStatement(db, entry);
}

export type AuditLine = typeof auditLog.$inferSelect;

/** The action of the entry that is written when an operator looks into a tenant. */
export const LOOK = "tenants.read";
