import { and, desc, eq, gte, inArray, lt, ne, sql, type SQL } from "drizzle-orm";
import type { PageRequest } from "../http/contract/index.ts";
import { among, selectPage, type Database } from "../platform/index.ts";
import { LOOK } from "./audit.ts";
import type { AuditPlace } from "./audit-cursor.ts";
import { actorsOf, type Who } from "./match-actors.ts";
import type { Reach } from "./principal.ts";
import { auditLog } from "./tables.ts";

export interface AuditFilter {
  reach: Reach;
  tenantId?: string | undefined;
  who?: Who | undefined;
  action?: string | undefined;
  /** Leaves out the looks of operators into tenants, which are most lines of many logs. */
  changesOnly?: boolean;
  from?: number | undefined;
  /** The first moment that is not meant any more. */
  to?: number | undefined;
}

/** Lines are numbered without a gap, and only the oldest leave. */
const ALL_LINES = sql<number>`max(seq) - (select min(seq) from audit_log) + 1`;

/**
 * Newest first; `next` is the line behind which more come, and `cursor` says it together with the
 * total: to count a million lines anew with each page would take longer than to show them.
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
  // One more than is shown says whether anything comes next.
  const { items, total } = await selectPage(db, auditLog, which, { limit: limit + 1, offset });
  const shown = items.slice(0, limit);
  const next = items.length > limit ? shown.at(-1)?.seq : undefined;
  const cursor = next === undefined ? undefined : `${next}-${total}`;
  return { items: shown, total, next, cursor };
}

function conditions({ reach, tenantId, who, action, changesOnly }: AuditFilter): SQL[] {
  const found: SQL[] = [];
  if (reach !== "all") found.push(among(auditLog.tenantId, reach));
  if (tenantId !== undefined) found.push(eq(auditLog.tenantId, tenantId));
  if (who !== undefined) found.push(inArray(auditLog.actor, actorsOf(who)));
  if (action !== undefined) {
    // The plus keeps a tenant's reader to the index of his own lines: others have more of an action.
    const isOfAll = reach === "all" && tenantId === undefined && who === undefined;
    found.push(isOfAll ? eq(auditLog.action, action) : sql`+${auditLog.action} = ${action}`);
  }
  if (changesOnly === true) found.push(ne(auditLog.action, LOOK));
  return found;
}

/**
 * Lines stand in the order in which they were written, which is nearly that of their times. So a
 * part of the time is also a part of the log, which every index knows.
 */
function within({ from, to }: AuditFilter): SQL[] {
  const times = and(
    from === undefined ? undefined : gte(auditLog.at, from),
    to === undefined ? undefined : lt(auditLog.at, to),
  );
  if (times === undefined) return [];
  // With the plus it is the index of times that is gone through, and not the log from one end.
  const line = (which: "min" | "max") =>
    sql`(select ${sql.raw(which)}(+seq) from ${auditLog} where ${times})`;
  const found = [times];
  if (from !== undefined) found.push(gte(auditLog.seq, line("min")));
  if (to !== undefined) found.push(sql`${auditLog.seq} <= ${line("max")}`);
  return found;
}
