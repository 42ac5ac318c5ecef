import { and, desc, eq, gt, sql, type SQL } from "drizzle-orm";
import { hasEnded } from "../../access/has-ended.ts";
import { nameRows } from "../../access/name-rows.ts";
import type { Person, Reach } from "../../access/principal.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { changedAt, selectPage, selectOf, type Database } from "../../platform/index.ts";
import { KEPT_MS } from "../kept.ts";
import { webhookEndpoints } from "../tables.ts";

export const MAX_ENDPOINTS = 20;

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/**
 * Inserts nothing if the tenant has as many endpoints as it may have, or if the caller's credential has
 * ended. One statement, so that two callers cannot pass the limit.
 */
export function insertStatement(db: Database, row: EndpointRow, by: Person) {
  const others = sql`select count(*) from ${webhookEndpoints} where tenant_id = ${row.tenantId}`;
  const may = sql`(${others}) < ${MAX_ENDPOINTS} and not ${hasEnded(by)}`;
  return db
    .insert(webhookEndpoints)
    .select(sql`${selectOf(webhookEndpoints, row)} where ${may}`)
    .returning({ id: webhookEndpoints.id });
}

export async function findEndpoint(
  db: Database,
  tenantId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(one(tenantId, id));
  return row;
}

export interface Expected extends Partial<Pick<EndpointRow, "url" | "secrets" | "status">> {
  /** Who asks, if his credential must still be good. */
  by?: Person;
}

/**
 * Changes the row only while it is as `expected`. `updatedAt` also grows if an active endpoint is
 * switched on: its object may have switched itself off, and only a later row switches it on again.
 */
export function changeStatement(
  db: Database,
  tenantId: string,
  id: string,
  { updatedAt, ...change }: Partial<EndpointRow> & { updatedAt: number },
  expected: Expected,
) {
  const later = sql`max(${updatedAt}, ${webhookEndpoints.updatedAt} + 1)`;
  const seen = changedAt(webhookEndpoints, webhookEndpoints.updatedAt, change, later);
  return db
    .update(webhookEndpoints)
    .set({ ...change, updatedAt: change.status === "active" ? later : seen })
    .where(asExpected(tenantId, id, expected))
    .returning();
}

/** A condition: the row, while it is as expected. */
export function asExpected(tenantId: string, id: string, { url, secrets, status, by }: Expected) {
  return and(
    one(tenantId, id),
    url === undefined ? undefined : eq(webhookEndpoints.url, url),
    secrets && eq(webhookEndpoints.secrets, secrets),
    status && eq(webhookEndpoints.status, status),
    by && sql`not ${hasEnded(by)}`,
  );
}

export function deleteStatement(db: Database, tenantId: string, id: string) {
  return db
    .delete(webhookEndpoints)
    .where(one(tenantId, id))
    .returning({ id: webhookEndpoints.id });
}

export async function listEndpoints(db: Database, tenantId: string, page: PageRequest) {
  const where = eq(webhookEndpoints.tenantId, tenantId);
  const orderBy = [desc(webhookEndpoints.createdAt), webhookEndpoints.id];
  return selectPage(db, webhookEndpoints, { where, orderBy }, page);
}

/**
 * Endpoints of all tenants that were switched off for their failures, the latest first. After the time
 * that events are kept nothing that they missed could be sent again, so they are left out.
 */
export async function listSwitchedOff(db: Database, now: number, page: PageRequest) {
  const { status, updatedAt } = webhookEndpoints;
  const where = and(eq(status, "disabled"), gt(updatedAt, now - KEPT_MS));
  return selectPage(
    db,
    webhookEndpoints,
    { where, orderBy: [desc(webhookEndpoints.updatedAt)] },
    page,
  );
}

export function nameEndpoints(db: Database, reach: Reach, ids: readonly string[]) {
  const { id, url: name, tenantId } = webhookEndpoints;
  return nameRows(db, { id, name, tenantId }, reach, ids);
}

export async function activeEndpoints(db: Database, tenantId: string): Promise<EndpointRow[]> {
  return db.select().from(webhookEndpoints).where(activeOf(tenantId)).limit(MAX_ENDPOINTS);
}

/** Whether the tenant has any endpoint, even one that is off: it may replay later what happens now. */
export function hasEndpoint(tenantId: SQL): SQL {
  const theirs = eq(webhookEndpoints.tenantId, tenantId);
  return sql`exists (select 1 from ${webhookEndpoints} where ${theirs})`;
}

/** Whether an event of the tenant would be delivered now. */
export function hasActiveEndpoint(tenantId: SQL): SQL {
  return sql`exists (select 1 from ${webhookEndpoints} where ${activeOf(tenantId)})`;
}

function activeOf(tenantId: string | SQL) {
  return and(eq(webhookEndpoints.tenantId, tenantId), eq(webhookEndpoints.status, "active"));
}

function one(tenantId: string, id: string) {
  return and(eq(webhookEndpoints.tenantId, tenantId), eq(webhookEndpoints.id, id));
}
