import { and, desc, eq, gte, inArray, isNull, lt, ne, sql, type SQL } from "drizzle-orm";
import type { PageRequest } from "../http/contract/index.ts";
import { among, selectPage, type Database } from "../platform/index.ts";
import { LOOK } from "./audit.ts";
import { writeAuditCursor, type AuditPlace } from "./audit-cursor.ts";
import { actorsOf, type Who } from "./match-actors.ts";
import type { Reach } from "./principal.ts";
import { auditLog } from "./tables.ts";

export interface AuditFilter {
  reach: Reach;
  tenantId?: string | undefined;
  who?: Who | undefined;
  action?: string | undefined;
  /**
   * The id of what the lines are about. With neither a tenant nor a limited reach, only lines of no
   * tenant are searched: no index has the target, and the whole log may hold millions of lines.
   */
  target?: string | undefined;
  /** Leaves out operators' looks into tenants, which are most lines of many logs. */
  changesOnly?: boolean;
  from?: number | undefined;
  /** Exclusive. */
  to?: number | undefined;
}

/** Counts all lines: they are numbered without a gap, and only the oldest are ever removed. */
const ALL_LINES = sql<number>`max(seq) - (select min(seq) from audit_log) + 1`;

/**
 * Lists lines, newest first. If there are more, `next` is the last line shown, and `cursor` holds it
 * and the total: counting a million lines again for each page would take longer than showing them.
 */
export async function listAudit(
  db: Database,
  filter: AuditFilter,
  { limit, offset }: PageRequest,
  after?: AuditPlace,
) {
  const where = and(...conditions(filter), ...within(filter));
  const which = {
    where,
    behind: after === undefined ? undefined : lt(auditLog.seq, after.seq),
    orderBy: [desc(auditLog.seq)],
    counted: after?.total ?? (where ? undefined : ALL_LINES),
  };
  // One line more than is shown tells whether more follow.
  const { items, total } = await selectPage(db, auditLog, which, { limit: limit + 1, offset });
  const shown = items.slice(0, limit);
  const next = items.length > limit ? shown.at(-1)?.seq : undefined;
  const cursor = next === undefined ? undefined : writeAuditCursor({ seq: next, total });
  return { items: shown, total, next, cursor };
}

function conditions({ reach, tenantId, who, action, target, changesOnly }: AuditFilter): SQL[] {
  const found: SQL[] = [];
  if (reach !== "all") found.push(among(auditLog.tenantId, reach));
  if (tenantId !== undefined) found.push(eq(auditLog.tenantId, tenantId));
  if (who !== undefined) found.push(inArray(auditLog.actor, actorsOf(who)));
  if (action !== undefined) {
    // The plus keeps SQLite from the index of actions: with a tenant or an actor, their own index
    // reads fewer lines.
    const isOfAll = reach === "all" && tenantId === undefined && who === undefined;
    found.push(isOfAll ? eq(auditLog.action, action) : sql`+${auditLog.action} = ${action}`);
  }
  if (target !== undefined) {
    found.push(eq(auditLog.target, target));
    if (reach === "all" && tenantId === undefined) found.push(isNull(auditLog.tenantId));
  }
  if (changesOnly === true) found.push(ne(auditLog.action, LOOK));
  return found;
}

/**
 * Limits a list to a time. Lines are numbered in the order of writing, which is nearly that of their
 * times: so a span of time is also a span of `seq`, which every index has.
 */
function within({ from, to }: AuditFilter): SQL[] {
  const times = and(
    from === undefined ? undefined : gte(auditLog.at, from),
    to === undefined ? undefined : lt(auditLog.at, to),
  );
  if (times === undefined) return [];
  // The plus makes SQLite search by the index of times, and not read the log from one end.
  const line = (which: "min" | "max") =>
    sql`(select ${sql.raw(which)}(+seq) from ${auditLog} where ${times})`;
  const found = [times];
  if (from !== undefined) found.push(gte(auditLog.seq, line("min")));
  if (to !== undefined) found.push(sql`${auditLog.seq} <= ${line("max")}`);
  return found;
}
