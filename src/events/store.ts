import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { type AuditEntry, auditStatement } from "../access/audit.ts";
import type { PageRequest } from "../http/contract/index.ts";
import { among, deleteOnward, deleteSome, selectPage, type Database } from "../platform/index.ts";
import { deadEvents, eventsDone } from "./tables.ts";

export type DeadEvent = typeof deadEvents.$inferSelect;
type NewDeadEvent = typeof deadEvents.$inferInsert;

/** Which of these events are archived, and whether they are forwarded too. */
export async function findDone(db: Database, keys: readonly string[]) {
  const rows = await db.select().from(eventsDone).where(among(eventsDone.key, keys));
  return new Map(rows.map(({ key, forwardedAt }) => [key, { forwarded: forwardedAt !== null }]));
}

export async function noteArchived(db: Database, keys: readonly string[], now: number) {
  if (keys.length === 0) return;
  await db.run(sql`insert or ignore into events_done (key, archived_at)
    select value, ${now} from json_each(${JSON.stringify(keys)})`);
}

export async function noteForwarded(db: Database, keys: readonly string[], now: number) {
  await db.update(eventsDone).set({ forwardedAt: now }).where(among(eventsDone.key, keys));
}

/**
 * Deletes marks of events that were archived before that time, except those with a dead letter, which
 * may be sent again.
 */
export function forgetDone(db: Database, before: number) {
  const { key, archivedAt } = eventsDone;
  const isDead = sql`exists (select 1 from ${deadEvents} where event_key = ${key})`;
  return deleteOnward(db, archivedAt, sql`${archivedAt} < ${before} and not ${isDead}`);
}

/**
 * Deletes at most `most` dead letters: those that were sent again before `replayed`, and those that
 * never were and failed before `unsent`.
 */
export function forgetDead(
  db: Database,
  { replayed, unsent }: { replayed: number; unsent: number },
  most: number,
): Promise<number> {
  const { failedAt, replayedAt } = deadEvents;
  const isOver = sql`${replayedAt} < ${replayed} and ${failedAt} < ${replayed}
    or ${replayedAt} is null and ${failedAt} < ${unsent}`;
  return deleteSome(db, deadEvents, isOver, most);
}

/** A dead letter that is delivered twice is stored once. */
export async function insertDead(db: Database, rows: readonly NewDeadEvent[]): Promise<void> {
  for (const row of rows) await db.insert(deadEvents).values(row).onConflictDoNothing();
}

export interface DeadFilter {
  tenantId?: string | undefined;
  reason?: string | undefined;
  replayed?: boolean | undefined;
}

export async function listDead(db: Database, filter: DeadFilter, page: PageRequest) {
  const where = and(...conditions(filter));
  const orderBy = [desc(deadEvents.failedAt), deadEvents.id];
  return selectPage(db, deadEvents, { where, orderBy }, page);
}

/** The ids of letters that fit and were not sent again, newest first, without their large bodies. */
export async function findUnsent(db: Database, filter: DeadFilter, most: number) {
  const { id, failedAt } = deadEvents;
  const found = db.select({ id }).from(deadEvents).where(unsent(filter));
  return (await found.orderBy(desc(failedAt), id).limit(most)).map((one) => one.id);
}

export function countUnsentDead(db: Database, filter: DeadFilter): Promise<number> {
  return db.$count(deadEvents, unsent(filter));
}

function unsent(filter: DeadFilter) {
  return and(...conditions(filter), isNull(deadEvents.replayedAt));
}

function conditions({ tenantId, reason, replayed }: DeadFilter): SQL[] {
  const found: SQL[] = [];
  if (tenantId !== undefined) found.push(eq(deadEvents.tenantId, tenantId));
  if (reason !== undefined) found.push(eq(deadEvents.reason, reason));
  if (replayed === false) found.push(isNull(deadEvents.replayedAt));
  if (replayed === true) found.push(sql`${deadEvents.replayedAt} is not null`);
  return found;
}

export async function findDead(db: Database, ids: readonly string[]): Promise<DeadEvent[]> {
  return db.select().from(deadEvents).where(among(deadEvents.id, ids));
}

/** Marks them as sent again, together with the line of the audit log. */
export async function noteReplayed(db: Database, ids: readonly string[], audit: AuditEntry) {
  const mark = db.update(deadEvents).set({ replayedAt: audit.at }).where(among(deadEvents.id, ids));
  await db.batch([mark, auditStatement(db, { ...audit, detail: { ids } })]);
}
