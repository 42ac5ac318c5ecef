import { and, desc, eq, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import { auditIfChanged, type AuditEntry } from "../../access/audit.ts";
import { endStatement, hasEnded, refuseEnded } from "../../access/has-ended.ts";
import { mentionsKey } from "../../access/mentions-key.ts";
import type { Person, Reach } from "../../access/principal.ts";
import type { Refusal } from "../../http/index.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { among, selectPage, selectOf, type Database } from "../../platform/index.ts";
import { enrollmentCodes } from "../tables.ts";

export const MAX_TTL_SECONDS = 90 * 86_400;

export type CodeRow = typeof enrollmentCodes.$inferSelect;

/** The most usable codes that a tenant may have at a time. */
export const MAX_CODES = 10_000;

/**
 * Stores a code; false if the tenant has as many as allowed. One statement, so that there is no race.
 */
export async function insertCode(
  db: Database,
  by: Person,
  row: CodeRow,
  audit: AuditEntry,
): Promise<boolean | Refusal> {
  const { tenantId, createdAt: now } = row;
  const live = sql`select count(*) from ${enrollmentCodes} where tenant_id = ${tenantId}
    and created_at > ${now - MAX_TTL_SECONDS * 1000} and expires_at > ${now}
    and revoked_at is null and used < max_uses`;
  const insert = db
    .insert(enrollmentCodes)
    .select(
      sql`${selectOf(enrollmentCodes, row)} where not ${hasEnded(by)} and (${live}) < ${MAX_CODES}`,
    )
    .returning({ id: enrollmentCodes.id });
  const trace = auditIfChanged(db, audit);
  const [made, , ended] = await db.batch([insert, trace, endStatement(db, by)]);
  return refuseEnded(ended) ?? made.length === 1;
}

/** At most `most` codes that ended before then. */
export async function endedCodes(db: Database, before: number, most: number): Promise<string[]> {
  const { id, expiresAt, revokedAt } = enrollmentCodes;
  const rows = await db
    .select({ id })
    .from(enrollmentCodes)
    .where(or(lte(expiresAt, before), lte(revokedAt, before)))
    .limit(most);
  return rows.map((row) => row.id);
}

export async function forgetCodes(db: Database, ids: readonly string[]): Promise<void> {
  await db.delete(enrollmentCodes).where(among(enrollmentCodes.id, ids));
}

export async function findCode(db: Database, id: string): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(enrollmentCodes).where(eq(enrollmentCodes.id, id));
  return row;
}

/**
 * Counts a new agent. Goes right after the audit entry of its enrolment, which is written once
 * however often it is repeated.
 */
export function usedStatement(db: Database, id: string) {
  const used = sql`${enrollmentCodes.used} + 1`;
  const isNew = sql`changes() = 1`;
  return db
    .update(enrollmentCodes)
    .set({ used })
    .where(and(eq(enrollmentCodes.id, id), isNew));
}

export interface CodeFilter {
  reach: Reach;
  tenantId: string | undefined;
  /** What a code's roles, region, beginning or end have a part of. */
  q?: string | undefined;
}

export async function listCodes(db: Database, filter: CodeFilter, page: PageRequest) {
  const where = and(
    filter.reach === "all" ? undefined : among(enrollmentCodes.tenantId, filter.reach),
    filter.tenantId === undefined ? undefined : eq(enrollmentCodes.tenantId, filter.tenantId),
    filter.q === undefined ? undefined : mentionsCode(filter.q),
  );
  const orderBy = [desc(enrollmentCodes.createdAt), enrollmentCodes.id];
  return selectPage(db, enrollmentCodes, { where, orderBy }, page);
}

/** A code has no name: what it is for stands in its place. */
function mentionsCode(typed: string): SQL {
  const { id, last4, region: name } = enrollmentCodes;
  return mentionsKey({ id, name, last4 }, "rmp_enr", typed, saidRoles());
}

/** The roles as a list shows them, from their JSON. `json_each` would read a row for each role. */
function saidRoles(): SQL {
  const { roles } = enrollmentCodes;
  const joined = sql`replace(substr(${roles}, 3, length(${roles}) - 4), '","', ', ')`;
  return sql`replace(replace(${joined}, '\\"', '"'), '\\\\', '\\')`;
}

/** Ends a code and logs it, once however often it is called. */
export async function endCode(db: Database, id: string, audit: AuditEntry): Promise<void> {
  const end = db
    .update(enrollmentCodes)
    .set({ revokedAt: audit.at })
    .where(and(eq(enrollmentCodes.id, id), isNull(enrollmentCodes.revokedAt)));
  await db.batch([end, auditIfChanged(db, audit)]);
}
