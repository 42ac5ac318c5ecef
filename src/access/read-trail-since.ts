import { and, desc, eq, gte, sql, type SQL } from "drizzle-orm";
import { among, type Database } from "../platform/index.ts";
import { auditLog } from "./tables.ts";

/** A statement for a batch: the last line about a tenant, if there is one. */
export function lastLine(db: Database, tenantId: string) {
  const { seq } = auditLog;
  return db
    .select({ seq })
    .from(auditLog)
    .where(eq(auditLog.tenantId, tenantId))
    .orderBy(desc(seq))
    .limit(1);
}

/** For a change that rests on what was read: whether none of these was logged after that line. */
export function undoneSince(tenantId: string, since: number, actions: readonly string[]): SQL {
  const { seq, action } = auditLog;
  return sql`not exists (select 1 from ${auditLog} where ${auditLog.tenantId} = ${tenantId}
    and ${seq} > ${since} and ${among(action, actions)})`;
}

/**
 * The number of the last line about a tenant (0 for none), and whether one of these actions was
 * logged after the line `since`. Reads only that line and later ones.
 */
export async function readTrailSince(
  db: Database,
  tenantId: string,
  since: number,
  actions: readonly string[],
): Promise<{ last: number; isDone: boolean }> {
  const { seq, action } = auditLog;
  const done = sql`${seq} > ${since} and ${among(action, actions)}`;
  const [found] = await db
    .select({ last: sql<number>`coalesce(max(${seq}), 0)`, done: sql<number>`total(${done})` })
    .from(auditLog)
    .where(and(eq(auditLog.tenantId, tenantId), gte(seq, since)));
  return { last: found?.last ?? 0, isDone: (found?.done ?? 0) > 0 };
}
