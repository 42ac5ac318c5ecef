import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  ne,
  sql,
  type SQL,
} from "drizzle-orm";
import { auditStatement, type AuditEntry } from "../access/audit.ts";
import type { PageRequest } from "../http/contract/index.ts";
import { countRows, deleteSome, type Database } from "../platform/index.ts";
import type { InspectionFilter } from "./record-schemas.ts";
import type { Verdict } from "./schemas.ts";
import { inspectionFeedback, idempotencyKeys, inspections } from "./tables.ts";

export type InspectionRow = typeof inspections.$inferSelect;
export type FeedbackRow = typeof inspectionFeedback.$inferSelect;

const shown = { row: inspections, feedback: inspectionFeedback };

export interface Found {
  row: InspectionRow;
  feedback: FeedbackRow | null;
}

/** Finds one of the tenant's inspections, unless its time is over. */
export async function findInspection(
  db: Database,
  tenantId: string,
  id: string,
  now: number,
): Promise<Found | undefined> {
  const [found] = await db
    .select(shown)
    .from(inspections)
    .leftJoin(inspectionFeedback, eq(inspectionFeedback.inspectionId, inspections.id))
    .where(and(eq(inspections.id, id), isLive(tenantId, now)));
  return found;
}

/** Those of a verdict, or all that were flagged. */
type AskedVerdict = Verdict | "flagged";

/** `from` and `to` are times in milliseconds; `to` itself is not included. */
type Conditions = Omit<InspectionFilter, "verdict"> & {
  verdict?: AskedVerdict | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

/** Lists a tenant's inspections, the newest first. */
export async function listInspections(
  db: Database,
  tenantId: string,
  filter: Conditions,
  page: PageRequest,
  now: number,
): Promise<{ items: Found[]; total: number }> {
  const where = and(isLive(tenantId, now), ...conditions(filter));
  const joined = eq(inspectionFeedback.inspectionId, inspections.id);
  const counted = countRows(db, inspections, where).$dynamic();
  // Not as a batch: D1's answers to a batch lose columns of the same name.
  const [items, totals] = await Promise.all([
    db
      .select(shown)
      .from(inspections)
      .leftJoin(inspectionFeedback, joined)
      .where(where)
      .orderBy(desc(inspections.id))
      .limit(page.limit)
      .offset(page.offset),
    // Joined only if the filter needs it, because the join looks for the feedback of every inspection.
    filter.feedback === undefined ? counted : counted.leftJoin(inspectionFeedback, joined),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

/** The ids of the inspections that fit next before and after this one, the newest first. */
export async function findNeighbours(
  db: Database,
  tenantId: string,
  filter: Conditions,
  id: string,
  now: number,
): Promise<{ newer: string | undefined; older: string | undefined }> {
  const where = and(isLive(tenantId, now), ...conditions(filter));
  const nearest = (side: SQL, order: SQL) =>
    db
      .select({ id: inspections.id })
      .from(inspections)
      .leftJoin(inspectionFeedback, eq(inspectionFeedback.inspectionId, inspections.id))
      .where(and(side, where))
      .orderBy(order)
      .limit(1);
  const [[newer], [older]] = await db.batch([
    nearest(gt(inspections.id, id), asc(inspections.id)),
    nearest(lt(inspections.id, id), desc(inspections.id)),
  ]);
  return { newer: newer?.id, older: older?.id };
}

/**
 * Counts the tenant's inspections since a time, and how many of them are not clean. Only its `most`
 * latest ones are looked at.
 */
export async function countFlagged(
  db: Database,
  tenantId: string,
  { since, now, most }: { since: number; now: number; most: number },
): Promise<{ inspected: number; flagged: number }> {
  const { verdict, createdAt } = inspections;
  const latest = db
    .select({ verdict, createdAt })
    .from(inspections)
    .where(isLive(tenantId, now))
    .orderBy(desc(inspections.id))
    .limit(most)
    .as("latest");
  const [counts] = await db
    .select({
      inspected: count(),
      flagged: sql<number>`count(*) filter (where ${latest.verdict} <> 'clean')`,
    })
    .from(latest)
    .where(gte(latest.createdAt, since));
  return counts ?? { inspected: 0, flagged: 0 };
}

function isLive(tenantId: string, now: number) {
  return and(eq(inspections.tenantId, tenantId), gt(inspections.expiresAt, now));
}

function conditions({ verdict, channel, feedback, from, to }: Conditions): SQL[] {
  const found: SQL[] = [];
  const { inspectionId, kind } = inspectionFeedback;
  if (verdict === "flagged") found.push(ne(inspections.verdict, "clean"));
  else if (verdict !== undefined) found.push(eq(inspections.verdict, verdict));
  if (channel !== undefined) found.push(eq(inspections.channel, channel));
  if (from !== undefined) found.push(gte(inspections.createdAt, from));
  if (to !== undefined) found.push(lt(inspections.createdAt, to));
  if (feedback === "any") found.push(isNotNull(inspectionId));
  else if (feedback === "none") found.push(isNull(inspectionId));
  else if (feedback !== undefined) found.push(eq(kind, feedback));
  return found;
}

/** Stores feedback, in the place of earlier feedback on the same inspection. */
export async function putFeedback(
  db: Database,
  row: FeedbackRow,
  audit: AuditEntry,
): Promise<void> {
  const put = db
    .insert(inspectionFeedback)
    .values(row)
    .onConflictDoUpdate({ target: inspectionFeedback.inspectionId, set: row });
  await db.batch([put, auditStatement(db, audit)]);
}

const PURGED_TABLES = [inspections, inspectionFeedback, idempotencyKeys] as const;

/** Deletes expired rows, at most `most` of each table, and returns how many it deleted. */
export async function purgeExpired(db: Database, now: number, most: number): Promise<number> {
  const done = await Promise.all(
    PURGED_TABLES.map((table) => deleteSome(db, table, sql`${table.expiresAt} <= ${now}`, most)),
  );
  return done.reduce((gone, some) => gone + some, 0);
}
