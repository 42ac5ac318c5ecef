import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { auditIfChanged, auditStatement, type AuditEntry } from "../../access/audit.ts";
import type { Reach } from "../../access/principal.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { among, readPage, type Database } from "../../platform/index.ts";
import { enrollmentCodes } from "../tables.ts";

export type CodeRow = typeof enrollmentCodes.$inferSelect;

export async function insertCode(db: Database, row: CodeRow, audit: AuditEntry): Promise<void> {
  await db.batch([db.insert(enrollmentCodes).values(row), auditStatement(db, audit)]);
}

export async function findCode(db: Database, id: string): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(enrollmentCodes).where(eq(enrollmentCodes.id, id));
  return row;
}

/** Uses at the same time may be written in any order; the highest number stays. */
export function usedStatement(db: Database, id: string, used: number) {
  const fewer = and(eq(enrollmentCodes.id, id), lt(enrollmentCodes.used, used));
  return db.update(enrollmentCodes).set({ used }).where(fewer);
}

export interface CodeFilter {
  reach: Reach;
  tenantId: string | undefined;
}

export async function listCodes(db: Database, filter: CodeFilter, page: PageRequest) {
  const where = and(
    filter.reach === "all" ? undefined : among(enrollmentCodes.tenantId, filter.reach),
    filter.tenantId === undefined ? undefined : eq(enrollmentCodes.tenantId, filter.tenantId),
  );
  const orderBy = [desc(enrollmentCodes.createdAt), enrollmentCodes.id];
  return readPage(db, enrollmentCodes, { where, orderBy }, page);
}

/** Ends a code and logs it, once however often it is called. */
export async function endCode(db: Database, id: string, audit: AuditEntry): Promise<void> {
  const end = db
    .update(enrollmentCodes)
    .set({ revokedAt: audit.at })
    .where(and(eq(enrollmentCodes.id, id), isNull(enrollmentCodes.revokedAt)));
  await db.batch([end, auditIfChanged(db, audit)]);
}
