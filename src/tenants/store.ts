import { and, asc, eq, exists, not, sql, type SQL } from "drizzle-orm";
import { auditIfChanged, auditIfDiffers, type AuditEntry } from "../access/audit.ts";
import { erasureStatement } from "../access/erased-tenants.ts";
import type { Reach } from "../access/principal.ts";
import type { PageRequest } from "../http/contract/index.ts";
import {
  DAY_MS,
  among,
  changedAt,
  countRows,
  livePlatform,
  mentions,
  timeOf,
  type Database,
} from "../platform/index.ts";
import type { Tenant } from "./answers.ts";
import { periodOf } from "./gate/period.ts";
import { plans, tenants } from "./tables.ts";

type TenantRow = typeof tenants.$inferSelect;
export type Plan = typeof plans.$inferSelect;

/**
 * The plan that counts at this time: a downgrade counts from its month on. The time is the Worker's, by
 * which the gate tells the month too, and not D1's.
 */
function planAt(now: number): SQL<string> {
  return sql<string>`case when ${tenants.nextPlanFrom} <= ${periodOf(now)}
    then ${tenants.nextPlan} else ${tenants.plan} end`;
}
const quota = sql<number>`coalesce(${tenants.monthlyQuota}, ${plans.monthlyQuota})`;

/** Until when a tenant's plan keeps what happens at `at`; for a statement that stores it. */
export function keptUntil(tenantId: SQL, at: SQL): SQL<number> {
  return sql`(select ${at} + ${plans.retentionDays} * ${sql.raw(String(DAY_MS))}
    from ${tenants} join ${plans} on ${plans.id} = ${planAt(livePlatform.now())} where ${tenants.id} = ${tenantId})`;
}

export async function listPlans(db: Database): Promise<Plan[]> {
  return db.select().from(plans).orderBy(asc(plans.monthlyQuota));
}

export async function findPlan(db: Database, id: string): Promise<Plan | undefined> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id));
  return plan;
}

/** Stores a tenant; false, without writing, if the id is taken. */
export async function insertTenant(
  db: Database,
  row: TenantRow,
  audit: AuditEntry,
): Promise<boolean> {
  const insert = db.insert(tenants).values(row).onConflictDoNothing().returning({ id: tenants.id });
  const [made] = await db.batch([insert, auditIfChanged(db, audit)]);
  return made.length === 1;
}

export async function findTenant(
  db: Database,
  id: string,
  now = livePlatform.now(),
): Promise<Tenant | undefined> {
  const [found] = await selectWithPlan(db, now).where(eq(tenants.id, id));
  return found && showTenant(found);
}

function selectWithPlan(db: Database, now: number) {
  const planNow = planAt(now);
  return db
    .select({ row: tenants, planNow, quota })
    .from(tenants)
    .innerJoin(plans, eq(plans.id, planNow));
}

/**
 * Changes a tenant. False, without writing, if its plan is not `from` (if given) at that time, or its
 * data is to be erased.
 */
export async function updateTenant(
  db: Database,
  id: string,
  { updatedAt: at, ...columns }: Partial<TenantRow> & Pick<TenantRow, "updatedAt">,
  audit: AuditEntry,
  from?: string,
): Promise<boolean> {
  const stands = from === undefined ? undefined : sql`${planAt(at)} = ${from}`;
  const isErased = exists(erasureStatement(db, id));
  const where = and(eq(tenants.id, id), stands, not(isErased));
  const updatedAt = changedAt(tenants, tenants.updatedAt, columns, at);
  const trace = auditIfDiffers(db, audit, tenants, where, columns);
  const update = db
    .update(tenants)
    .set({ ...columns, updatedAt })
    .where(where)
    .returning({ id: tenants.id });
  const [, changed] = await db.batch([trace, update]);
  return changed.length === 1;
}

export interface TenantFilter {
  reach: Reach;
  status?: TenantRow["status"] | undefined;
  q?: string | undefined;
}

export async function listTenants(db: Database, filter: TenantFilter, page: PageRequest) {
  const where = and(...conditions(filter));
  const [found, totals] = await db.batch([
    selectWithPlan(db, livePlatform.now())
      .where(where)
      .orderBy(asc(tenants.id))
      .limit(page.limit)
      .offset(page.offset),
    countRows(db, tenants, where),
  ]);
  return { items: found.map(showTenant), total: totals[0]?.total ?? 0 };
}

/** The states of the tenants with these ids; unknown ids are left out. */
export async function statusOfEach(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, TenantRow["status"]>> {
  const { id, status } = tenants;
  const rows = await db.select({ id, status }).from(tenants).where(among(id, ids));
  return new Map(rows.map((row) => [row.id, row.status]));
}

function conditions({ reach, status, q }: TenantFilter): SQL[] {
  const found: SQL[] = [];
  if (reach !== "all") found.push(among(tenants.id, reach));
  if (status !== undefined) found.push(eq(tenants.status, status));
  if (q !== undefined) {
    found.push(mentions(sql`${tenants.id} || ' ' || ${tenants.name}`, q));
  }
  return found;
}

interface Found {
  row: TenantRow;
  planNow: string;
  quota: number;
}

function showTenant({ row, planNow, quota }: Found): Tenant {
  return {
    tenantId: row.id,
    name: row.name,
    plan: planNow,
    nextPlan: row.nextPlan === planNow ? null : row.nextPlan,
    monthlyQuota: quota,
    location: row.location,
    status: row.status,
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
  };
}
