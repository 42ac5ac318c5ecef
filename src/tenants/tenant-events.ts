import { and, asc, eq, gt, gte, isNull, lt, lte, or, sql, type SQL } from "drizzle-orm";
import { among, deleteSome, selectOf, type Database } from "../platform/index.ts";
import { tenantEvents } from "./tables.ts";

const MAX_WAITING = 500;

export interface TenantEvent {
  id: string;
  tenantId: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: number;
}

/** Gives the statement, so that a change and its event can go to the database in one batch. */
export function eventStatement(db: Database, event: TenantEvent) {
  return db.insert(tenantEvents).values(event).onConflictDoNothing();
}

/** Conditions on a tenant id: does anybody take its events? */
export interface Takers {
  /** Whether somebody may ask for them later. */
  mayAsk: (tenantId: SQL) => SQL;
  /** Whether somebody waits for them now. */
  wait: (tenantId: SQL) => SQL;
}

/**
 * The same for many events, in one statement with one parameter. Events of tenants without an
 * endpoint are not written; if no endpoint is active, they count as dispatched.
 */
export function eventsStatement(
  db: Database,
  events: readonly TenantEvent[],
  { mayAsk, wait }: Takers,
) {
  const tenantId = sql`value ->> 'tenantId'`;
  // In the order of the table's columns. `materialized` makes SQLite read each row out of the JSON
  // once.
  return db
    .insert(tenantEvents)
    .select(
      sql`with given as materialized (select value from json_each(${JSON.stringify(events)}))
        select value ->> 'id', value ->> 'tenantId', value ->> 'type', value ->> 'data',
        value ->> 'createdAt', case when ${wait(tenantId)} then null else value ->> 'createdAt' end
      from given where ${mayAsk(tenantId)}`,
    )
    .onConflictDoNothing()
    .returning({ id: tenantEvents.id, dispatchedAt: tenantEvents.dispatchedAt });
}

/** The same, written only if the change in the same batch took place. */
export function eventStatementIf(db: Database, event: TenantEvent, changed: SQL) {
  const row = selectOf(tenantEvents, { ...event, dispatchedAt: null });
  return db
    .insert(tenantEvents)
    .select(sql`${row} where ${changed}`)
    .onConflictDoNothing();
}

/**
 * The events with these ids that were not dispatched yet: a queue may bring an id again days later,
 * when there are other endpoints. The plus makes SQLite search by id, and not through all that wait.
 */
export async function findUndispatched(
  db: Database,
  ids: readonly string[],
): Promise<TenantEvent[]> {
  const { id, dispatchedAt } = tenantEvents;
  return db
    .select()
    .from(tenantEvents)
    .where(and(among(id, ids), sql`+${dispatchedAt} is null`));
}

/**
 * A range of a tenant's events. At the time `since` itself, only events with an id higher than
 * `after`.
 */
export interface EventRange {
  since: number;
  after: string;
  until: number;
}

/** The first `most` events of a range, oldest first. */
export async function eventsWithin(
  db: Database,
  tenant: string,
  { since, after, until }: EventRange,
  most: number,
): Promise<TenantEvent[]> {
  const { id, tenantId, createdAt } = tenantEvents;
  const within = and(gte(createdAt, since), lte(createdAt, until));
  return db
    .select()
    .from(tenantEvents)
    .where(and(eq(tenantId, tenant), within, or(gt(createdAt, since), gt(id, after))))
    .orderBy(asc(createdAt), asc(id))
    .limit(most);
}

export async function markDispatched(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db.update(tenantEvents).set({ dispatchedAt: now }).where(among(tenantEvents.id, ids));
}

/**
 * Events older than `before` that were not dispatched yet. If there are many, each `turn` gives the
 * next page, so that events that fail again and again do not hold back the others.
 */
export async function waitingEvents(db: Database, before: number, turn = 0): Promise<string[]> {
  const waiting = await countWaiting(db, before);
  const page = turn % Math.max(1, Math.ceil(waiting / MAX_WAITING));
  const rows = await db
    .select({ id: tenantEvents.id })
    .from(tenantEvents)
    .where(isWaiting(before))
    .orderBy(asc(tenantEvents.createdAt), sql`rowid`)
    .limit(MAX_WAITING)
    .offset(Math.max(0, Math.min(page * MAX_WAITING, waiting - MAX_WAITING)));
  return rows.map(({ id }) => id);
}

/** How many events older than `before` were not dispatched yet. */
export async function countWaiting(db: Database, before: number): Promise<number> {
  return db.$count(tenantEvents, isWaiting(before));
}

function isWaiting(before: number) {
  return and(isNull(tenantEvents.dispatchedAt), lt(tenantEvents.createdAt, before));
}

/** Deletes at most `most` events that were dispatched before then; gives their number. */
export function forgetEvents(db: Database, before: number, most: number): Promise<number> {
  return deleteSome(db, tenantEvents, sql`${tenantEvents.dispatchedAt} < ${before}`, most);
}
