import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { auditStatementIf, type EntryOfChange } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { lastLine, undoneSince } from "../../access/read-trail-since.ts";
import { among, type Database } from "../../platform/index.ts";
import { intelEntries } from "../tables.ts";
import type { Comparison } from "./compare-entries.ts";
import { CHANGES } from "./renew-lists.ts";
import type { EntryRow } from "./store.ts";

/** D1 takes texts of two million bytes. A row has at most some 25,000, most have 300. */
const MOST_BYTES = 1_000_000;

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
  const puts = textsOf(put).map((rows) => putRows(db, rows, isSame));
  const traced = auditStatementIf(db, trace, isSame);
  const results = await db.batch([gone, ...puts, traced]);
  return results.at(-1)?.meta.changes === 1;
}

/** The rows as JSON, in as many texts as D1 needs. */
export function textsOf(rows: readonly EntryRow[]): string[] {
  const groups: string[][] = [];
  let left = 0;
  for (const row of rows.map((one) => JSON.stringify(one))) {
    const bytes = Buffer.byteLength(row) + 1;
    if (bytes > left) {
      groups.push([]);
      left = MOST_BYTES;
    }
    groups.at(-1)?.push(row);
    left -= bytes;
  }
  return groups.map((group) => `[${group.join()}]`);
}

function putRows(db: Database, rows: string, isSame: ReturnType<typeof undoneSince>) {
  const names = Object.keys(getTableColumns(intelEntries));
  const columns = names.map((name) => sql.raw(`value ->> '$.${name}'`));
  const { action, note, createdBy, updatedAt, expiresAt, label } = taken;
  return db
    .insert(intelEntries)
    .select(
      sql`select ${sql.join(columns, sql`, `)} from json_each(${rows})
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
