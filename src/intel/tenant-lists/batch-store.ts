import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { auditStatementIf, type EntryOfChange } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { lastLine, undoneSince } from "../../access/read-trail-since.ts";
import { among, groupsOf, type Database } from "../../platform/index.ts";
import { intelEntries } from "../tables.ts";
import type { Comparison } from "./compare-entries.ts";
import { CHANGES } from "./renew-lists.ts";
import type { EntryRow } from "./store.ts";

/** D1 takes texts of 2 MB; a row has at most some 8 KB. */
const ROWS_AT_ONCE = 240;

/** All entries of a tenant, and the number of its last line in the audit log before them. */
export async function readForBatch(db: Database, tenantId: TenantId) {
  const entries = db
    .select()
    .from(intelEntries)
    .where(eq(intelEntries.tenantId, tenantId))
    .orderBy(asc(intelEntries.createdAt), sql`rowid`);
  const [[line], rows] = await db.batch([lastLine(db, tenantId), entries]);
  return { rows, line: line?.seq ?? 0 };
}

/**
 * Writes the changes with a line in the audit log, as one transaction. False if the entries have
 * changed since they were read; nothing is written then.
 */
export async function writeBatch(
  db: Database,
  tenantId: TenantId,
  { put, remove }: Pick<Comparison, "put" | "remove">,
  { line, trace }: { line: number; trace: EntryOfChange },
): Promise<boolean> {
  // Every change of entries leaves one of these lines, this one at its very end.
  const isSame = undoneSince(tenantId, line, CHANGES);
  const { tenantId: owner, id } = intelEntries;
  const gone = db.delete(intelEntries).where(and(eq(owner, tenantId), among(id, remove), isSame));
  const puts = groupsOf(put, ROWS_AT_ONCE).map((rows) => putRows(db, rows, isSame));
  const traced = auditStatementIf(db, trace, isSame);
  const results = await db.batch([gone, ...puts, traced]);
  return results.at(-1)?.meta.changes === 1;
}

function putRows(db: Database, rows: readonly EntryRow[], isSame: ReturnType<typeof undoneSince>) {
  const names = Object.keys(getTableColumns(intelEntries));
  const columns = names.map((name) => sql.raw(`value ->> '$.${name}'`));
  const { action, note, createdBy, updatedAt, expiresAt, label } = taken;
  return db
    .insert(intelEntries)
    .select(
      sql`select ${sql.join(columns, sql`, `)} from json_each(${JSON.stringify(rows)})
        where ${isSame}`,
    )
    .onConflictDoUpdate({
      target: intelEntries.id,
      set: { action, note, createdBy, updatedAt, expiresAt, label },
    });
}

/** What the row that is written over another has in its place. */
const taken = {
  action: sql`excluded."action"`,
  note: sql`excluded.note`,
  createdBy: sql`excluded.created_by`,
  updatedAt: sql`excluded.updated_at`,
  expiresAt: sql`excluded.expires_at`,
  label: sql`excluded.label`,
};
