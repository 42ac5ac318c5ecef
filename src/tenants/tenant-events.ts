import { and, asc, isNull, lt, sql, type SQL } from "drizzle-orm";
import { among, type Database } from "../platform/index.ts";
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

/**
 * The same for many at once, in one statement of one parameter, written only where somebody takes
 * them. Gives back the ids of those that were written.
 */
export function eventsStatement(
  db: Database,
  events: readonly TenantEvent[],
  isTaken: (tenantId: SQL) => SQL,
) {
  const packed = JSON.stringify(
    events.map((event) => ({ ...event, data: JSON.stringify(event.data) })),
  );
  // In the order of the table's columns.
  return db
    .insert(tenantEvents)
    .select(
      sql`select value ->> 'id', value ->> 'tenantId', value ->> 'type', value ->> 'data',
        value ->> 'createdAt', null
      from json_each(${packed}) where ${isTaken(sql`value ->> 'tenantId'`)}`,
    )
    .onConflictDoNothing()
    .returning({ id: tenantEvents.id });
}

/** The same, written only where the change of the same batch took place. */
export function eventStatementIf(db: Database, event: TenantEvent, changed: SQL) {
  const { id, tenantId, type, data, createdAt } = event;
  const row = sql`select ${id}, ${tenantId}, ${type}, ${JSON.stringify(data)}, ${createdAt}, null
    where ${changed}`;
  return db.insert(tenantEvents).select(row).onConflictDoNothing();
}

export async function findEvents(db: Database, ids: readonly string[]): Promise<TenantEvent[]> {
  return db.select().from(tenantEvents).where(among(tenantEvents.id, ids));
}

export async function markDispatched(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db.update(tenantEvents).set({ dispatchedAt: now }).where(among(tenantEvents.id, ids));
}

/** Events that nobody has fanned out yet although they are older than `before`. */
export async function waitingEvents(db: Database, before: number): Promise<string[]> {
  const rows = await db
    .select({ id: tenantEvents.id })
    .from(tenantEvents)
    .where(and(isNull(tenantEvents.dispatchedAt), lt(tenantEvents.createdAt, before)))
    .orderBy(asc(tenantEvents.createdAt))
    .limit(MAX_WAITING);
  return rows.map(({ id }) => id);
}

/** Deletes so many of those that were fanned out before then; how many went. */
export async function forgetEvents(db: Database, before: number, most: number): Promise<number> {
  const { meta } = await db.run(sql`delete from ${tenantEvents} where rowid in
    (select rowid from ${tenantEvents} where ${tenantEvents.dispatchedAt} < ${before} limit ${most})`);
  return meta.changes;
}
