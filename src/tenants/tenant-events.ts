import { and, asc, count, eq, gt, gte, isNull, lt, lte, or, sql, type SQL } from "drizzle-orm";
import { among, selectOf, type Database } from "../platform/index.ts";
import { tenantEvents } from "./tables.ts";

const MAX_WAITING = 500;

export interface TenantEvent {
  id: string;
  tenantId: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: number;
}

/** The statement, so that a change and its event can go to the database in one batch. */
export function eventStatement(db: Database, event: TenantEvent) {
  return db.insert(tenantEvents).values(event).onConflictDoNothing();
}

/** Who takes a tenant's events. */
export interface Takers {
  /** Whether somebody may ask for them one day. */
  mayAsk: (tenantId: SQL) => SQL;
  /** Whether somebody waits for them now. */
  wait: (tenantId: SQL) => SQL;
}

/**
 * The same for many at once, in one statement of one parameter, written only where somebody may ask
 * for them. Gives back all that were written; those that nobody waits for count as fanned out.
 */
export function eventsStatement(
  db: Database,
  events: readonly TenantEvent[],
  { mayAsk, wait }: Takers,
) {
  const packed = JSON.stringify(
    events.map((event) => ({ ...event, data: JSON.stringify(event.data) })),
  );
  const tenantId = sql`value ->> 'tenantId'`;
  // In the order of the table's columns.
  return db
    .insert(tenantEvents)
    .select(
      sql`select value ->> 'id', value ->> 'tenantId', value ->> 'type', value ->> 'data',
        value ->> 'createdAt', case when ${wait(tenantId)} then null else value ->> 'createdAt' end
      from json_each(${packed}) where ${mayAsk(tenantId)}`,
    )
    .onConflictDoNothing()
    .returning({ id: tenantEvents.id, dispatchedAt: tenantEvents.dispatchedAt });
}

/** The same, written only where the change of the same batch took place. */
export function eventStatementIf(db: Database, event: TenantEvent, changed: SQL) {
  const row = selectOf(tenantEvents, { ...event, dispatchedAt: null });
  return db
    .insert(tenantEvents)
    .select(sql`${row} where ${changed}`)
    .onConflictDoNothing();
}

export async function findEvents(db: Database, ids: readonly string[]): Promise<TenantEvent[]> {
  return db.select().from(tenantEvents).where(among(tenantEvents.id, ids));
}

/** A stretch of a tenant's events: from a time on, at that time only those with a higher id. */
export interface Stretch {
  since: number;
  after: string;
  until: number;
}

/** So many of them, in the order in which they were made. */
export async function eventsWithin(
  db: Database,
  tenant: string,
  { since, after, until }: Stretch,
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
 * Events that nobody has fanned out yet although they are older than `before`: of more than are
 * given at once each turn gives the next page, so that those that hang keep no others back.
 */
export async function waitingEvents(db: Database, before: number, turn = 0): Promise<string[]> {
  const where = and(isNull(tenantEvents.dispatchedAt), lt(tenantEvents.createdAt, before));
  const [{ waiting } = { waiting: 0 }] = await db
    .select({ waiting: count() })
    .from(tenantEvents)
    .where(where);
  const page = turn % Math.max(1, Math.ceil(waiting / MAX_WAITING));
  const rows = await db
    .select({ id: tenantEvents.id })
    .from(tenantEvents)
    .where(where)
    .orderBy(asc(tenantEvents.createdAt), sql`rowid`)
    .limit(MAX_WAITING)
    .offset(Math.max(0, Math.min(page * MAX_WAITING, waiting - MAX_WAITING)));
  return rows.map(({ id }) => id);
}

/** Deletes so many of those that were fanned out before then; how many went. */
export async function forgetEvents(db: Database, before: number, most: number): Promise<number> {
  const { meta } = await db.run(sql`delete from ${tenantEvents} where rowid in
    (select rowid from ${tenantEvents} where ${tenantEvents.dispatchedAt} < ${before} limit ${most})`);
  return meta.changes;
}
