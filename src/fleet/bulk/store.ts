import { and, asc, desc, eq, gt, isNull, lt, sql, type SQL } from "drizzle-orm";
import { auditEach, type EntryOfChange } from "../../access/audit.ts";
import type { Reach } from "../../access/principal.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { among, selectOf, selectPage, someOf, type Database } from "../../platform/index.ts";
import { agents, bulkAgents, bulkOrders } from "../tables.ts";
import type { StopReason } from "./actions.ts";

export type OrderRow = typeof bulkOrders.$inferSelect;

/** An agent that has failed so often is not tried again. */
export const MAX_TRIES = 3;
const FORGOTTEN_AT_ONCE = 5_000;

/**
 * Stores an order with the agents that fit now, in one transaction: only if they are as many as it
 * says, and fewer orders than `most` are under way. Each tenant's log gets a line with its own number.
 */
export async function insertOrder(
  db: Database,
  row: OrderRow,
  where: SQL | undefined,
  { most, trace, traced }: { most: number; trace: EntryOfChange; traced: string | null },
): Promise<void> {
  const { id, tenantId, total, action } = row;
  // In the order of the table's columns. One more than expected shows that there are too many.
  const fitting = sql`select ${id}, 0, ${agents.agentId}, ${agents.tenantId}, null
    from ${agents} where ${where ?? sql`true`} limit ${total + 1}`;
  const chosen = sql`(select count(*) from ${bulkAgents} where ${bulkAgents.orderId} = ${id})`;
  const open = sql`(select count(*) from ${bulkOrders} where ${isOpenOf(tenantId)})`;
  const isMade = sql`exists (select 1 from ${bulkOrders} where ${bulkOrders.id} = ${id})`;
  const detail = sql`json_object('order', ${action}, 'count', many, 'filter', ${traced})`;
  const owners = sql`(select ${bulkAgents.tenantId} as owner, count(*) as many from ${bulkAgents}
    where ${bulkAgents.orderId} = ${id} and ${isMade} group by ${bulkAgents.tenantId})`;
  await db.batch([
    db.insert(bulkAgents).select(fitting),
    db
      .insert(bulkOrders)
      .select(sql`${selectOf(bulkOrders, row)} where ${chosen} = ${total} and ${open} < ${most}`)
      .onConflictDoNothing(),
    auditEach(db, { ...trace, tenantId: sql`owner`, detail }, owners),
    db.delete(bulkAgents).where(and(eq(bulkAgents.orderId, id), sql`not ${isMade}`)),
  ]);
}

function isOpenOf(tenantId: string | null): SQL {
  return sql`${bulkOrders.tenantId} is ${tenantId} and ${bulkOrders.endedAt} is null`;
}

export async function countOpen(db: Database, tenantId: string | null): Promise<number> {
  return db.$count(bulkOrders, isOpenOf(tenantId));
}

export async function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(bulkOrders).where(eq(bulkOrders.id, id));
  return row;
}

export async function findByKey(db: Database, key: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(bulkOrders).where(eq(bulkOrders.orderKey, key));
  return row;
}

/** Newest first. */
export async function listOrders(
  db: Database,
  reach: Reach,
  tenantId: string | undefined,
  page: PageRequest,
) {
  const owners = tenantId === undefined ? reach : [tenantId];
  const where = owners === "all" ? undefined : among(bulkOrders.tenantId, owners);
  return selectPage(db, bulkOrders, { where, orderBy: [desc(bulkOrders.id)] }, page);
}

/**
 * Orders that are not ended; those whose turn failed lately come last. The first of each owner come
 * before the second ones, and of these those that have come least far, so that none holds up others.
 */
export async function openOrders(db: Database, most: number): Promise<OrderRow[]> {
  const { tenantId, askedAt, failedAt, endedAt, done, gone, failed } = bulkOrders;
  const place = sql`row_number() over (partition by ${tenantId} order by ${askedAt})`;
  return db
    .select()
    .from(bulkOrders)
    .where(isNull(endedAt))
    .orderBy(sql`coalesce(${failedAt}, 0)`, place, sql`${done} + ${gone} + ${failed}`)
    .limit(most);
}

/** The fewest tries that an agent of the order has had; undefined if none is left to be tried. */
export async function fewestTries(db: Database, orderId: string): Promise<number | undefined> {
  const { tries } = bulkAgents;
  const [first] = await db
    .select({ tries })
    .from(bulkAgents)
    .where(and(eq(bulkAgents.orderId, orderId), lt(tries, MAX_TRIES)))
    .orderBy(asc(tries))
    .limit(1);
  return first?.tries;
}

/** The next agents with so many tries, unless the order was cancelled. */
export async function nextAgents(db: Database, orderId: string, tries: number, most: number) {
  const goesOn = sql`exists (select 1 from ${bulkOrders} where ${bulkOrders.id} = ${orderId}
    and ${bulkOrders.cancelledAt} is null and ${bulkOrders.endedAt} is null)`;
  return db
    .select({ agentId: bulkAgents.agentId, tenantId: bulkAgents.tenantId })
    .from(bulkAgents)
    .where(and(eq(bulkAgents.orderId, orderId), eq(bulkAgents.tries, tries), goesOn))
    .orderBy(asc(bulkAgents.agentId))
    .limit(most);
}

/** A page of those that have failed for good, behind this id, and the id that the next one begins behind. */
export async function listFailures(db: Database, orderId: string, after: string, limit: number) {
  const { agentId, tenantId, reason, tries } = bulkAgents;
  const isOf = and(eq(bulkAgents.orderId, orderId), eq(tries, MAX_TRIES), gt(agentId, after));
  const found = await db
    .select({ agentId, tenantId, reason })
    .from(bulkAgents)
    .where(isOf)
    .orderBy(asc(agentId))
    .limit(limit + 1);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.agentId ?? null) : null };
}

/**
 * Lets no further agents of an order be called, once. The log of each tenant says how many of its
 * agents are left alone; an order for all tenants has a line of its own too.
 */
export async function markCancelled(
  db: Database,
  { id, tenantId, action }: OrderRow,
  trace: EntryOfChange,
  stopReason: StopReason | null = null,
): Promise<void> {
  const { endedAt, cancelledAt } = bulkOrders;
  const waiting = and(eq(bulkAgents.orderId, id), lt(bulkAgents.tries, MAX_TRIES));
  const whole = sql`select ${tenantId} as owner, (select count(*) from ${bulkAgents}
    where ${waiting}) as many where changes() = 1`;
  const each = sql`select ${bulkAgents.tenantId}, count(*) from ${bulkAgents}
    where ${waiting} and changes() = 1 group by ${bulkAgents.tenantId}`;
  const owners = tenantId === null ? sql`${whole} union all ${each}` : whole;
  const detail =
    stopReason === null
      ? sql`json_object('order', ${action}, 'waiting', many)`
      : sql`json_object('order', ${action}, 'waiting', many, 'reason', ${stopReason})`;
  const change = db
    .update(bulkOrders)
    .set({ cancelledAt: trace.at, stopReason })
    .where(and(eq(bulkOrders.id, id), isNull(endedAt), isNull(cancelledAt)));
  await db.batch([
    change,
    auditEach(db, { ...trace, tenantId: sql`owner`, target: id, detail }, sql`(${owners})`),
  ]);
}

export async function noteFailure(db: Database, id: string, failedAt: number): Promise<void> {
  await db
    .update(bulkOrders)
    .set({ failedAt })
    .where(and(eq(bulkOrders.id, id), isNull(bulkOrders.endedAt)));
}

/**
 * Ends an order, and forgets the agents that were left waiting by a cancellation. Those that were
 * erased with their tenant while they waited count as gone. The log of each tenant says how many of
 * its agents failed.
 */
export async function endOrder(
  db: Database,
  { id, action, askedBy, requestId }: OrderRow,
  now: number,
): Promise<void> {
  const { total, done, failed, cancelledAt, gone } = bulkOrders;
  const rest = sql`case when ${cancelledAt} is null then ${total} - ${done} - ${failed}
    else ${gone} end`;
  const isOpen = and(eq(bulkOrders.id, id), isNull(bulkOrders.endedAt));
  const failures = sql`(select ${bulkAgents.tenantId} as owner, count(*) as many from ${bulkAgents}
    where ${bulkAgents.orderId} = ${id} and ${bulkAgents.tries} = ${MAX_TRIES}
    and exists (select 1 from ${bulkOrders} where ${isOpen}) group by ${bulkAgents.tenantId})`;
  const by = { actor: askedBy, requestId: requestId ?? undefined };
  const detail = sql`json_object('order', ${action}, 'failed', many)`;
  const trace = { at: now, ...by, action: "fleet.bulk_failed", target: id, detail };
  await db.batch([
    auditEach(db, { ...trace, tenantId: sql`owner` }, failures),
    db.delete(bulkAgents).where(and(eq(bulkAgents.orderId, id), lt(bulkAgents.tries, MAX_TRIES))),
    db.update(bulkOrders).set({ endedAt: now, failedAt: null, gone: rest }).where(isOpen),
  ]);
}

/** Forgets orders that ended before then, some at a time: first their failures. */
export async function forgetOrders(db: Database, before: number): Promise<void> {
  const isOld = sql`${bulkOrders.endedAt} < ${before}`;
  const old = sql`${bulkAgents.orderId} in (select id from ${bulkOrders} where ${isOld})`;
  const isBare = sql`${isOld} and not exists (
    select 1 from ${bulkAgents} where ${bulkAgents.orderId} = ${bulkOrders.id})`;
  await db.batch([
    db.delete(bulkAgents).where(someOf(bulkAgents, old, FORGOTTEN_AT_ONCE)),
    db.delete(bulkOrders).where(someOf(bulkOrders, isBare, FORGOTTEN_AT_ONCE)),
  ]);
}
