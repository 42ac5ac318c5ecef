import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { auditIfChanged, type AuditEntry } from "../../access/audit.ts";
import { tenantErasures } from "../../access/tables.ts";
import type { Database } from "../../platform/index.ts";
import { tenants } from "../tables.ts";

export type ErasureRow = typeof tenantErasures.$inferSelect;

/** Stores an erasure, for a closed tenant only, and only once. */
export async function insertErasure(
  db: Database,
  tenantId: string,
  askedBy: string,
  audit: AuditEntry,
): Promise<void> {
  const insert = db.insert(tenantErasures).select(
    // In the order of the table's columns. `found` begins with 1, so that there is a second pass:
    // another version, with another order of erasers, may take part in the first.
    sql`select ${tenantId}, ${askedBy}, ${audit.at}, '', '', 1, '{}', 0, null, null, null
      where exists (select 1 from ${tenants} where id = ${tenantId} and status = 'closed')`,
  );
  await db.batch([insert.onConflictDoNothing(), auditIfChanged(db, audit)]);
}

export async function findErasure(db: Database, tenantId: string): Promise<ErasureRow | undefined> {
  const [row] = await db.select().from(tenantErasures).where(eq(tenantErasures.tenantId, tenantId));
  return row;
}

/** Erasures asked for before then that are not done; those that failed lately come last. */
export async function openErasures(
  db: Database,
  before: number,
  most: number,
): Promise<ErasureRow[]> {
  const { askedAt, endedAt, failedAt } = tenantErasures;
  return db
    .select()
    .from(tenantErasures)
    .where(and(isNull(endedAt), lte(askedAt, before)))
    .orderBy(sql`coalesce(${failedAt}, 0)`, asc(askedAt))
    .limit(most);
}

/** Saves a change; false, without writing, if another turn has begun since. */
export async function saveErasure(
  db: Database,
  { tenantId, turn }: Pick<ErasureRow, "tenantId" | "turn">,
  change: Partial<ErasureRow>,
): Promise<boolean> {
  const saved = await db
    .update(tenantErasures)
    .set(change)
    .where(ofTurn(tenantId, turn))
    .returning({ tenantId: tenantErasures.tenantId });
  return saved.length === 1;
}

/** Ends an erasure: the tenant's name goes last, and its id stays taken. */
export async function endErasure(
  db: Database,
  { tenantId, turn }: Pick<ErasureRow, "tenantId" | "turn">,
  audit: AuditEntry,
): Promise<void> {
  const end = { endedAt: audit.at, failure: null, failedAt: null };
  await db.batch([
    db.update(tenants).set({ name: tenantId, updatedAt: audit.at }).where(eq(tenants.id, tenantId)),
    db.update(tenantErasures).set(end).where(ofTurn(tenantId, turn)),
    auditIfChanged(db, audit),
  ]);
}

function ofTurn(tenantId: string, turn: number) {
  const { tenantId: id, turn: now, endedAt } = tenantErasures;
  return and(eq(id, tenantId), eq(now, turn), isNull(endedAt));
}
