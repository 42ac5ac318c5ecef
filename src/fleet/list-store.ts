import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Reach } from "../access/principal.ts";
import type { PageRequest } from "../http/contract/index.ts";
import type { Database } from "../platform/index.ts";
import type { AgentRow } from "./agent/project.ts";
import { type EffectiveState, stateSql, STATES } from "./effective-state.ts";
import type { AgentFilter } from "./list-schemas.ts";
import { agents } from "./tables.ts";

export interface ListedAgent {
  row: AgentRow;
  state: EffectiveState;
}

/** The one expression behind list, filter and summary: they cannot disagree. */
function stateAt(now: number): SQL<EffectiveState> {
  return sql<EffectiveState>`(${sql.raw(stateSql(now))})`;
}

export async function listAgents(
  db: Database,
  reach: Reach,
  filter: AgentFilter,
  page: PageRequest,
  now: number,
) {
  const where = and(...conditions(reach, filter, now));
  const [items, totals] = await db.batch([
    db
      .select({ row: agents, state: stateAt(now) })
      .from(agents)
      .where(where)
      .orderBy(orderFor(filter), agents.agentId)
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({ total: sql<number>`count(*)` })
      .from(agents)
      .where(where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

/**
 * Newest first. A filter that may find few among many is better scanned and sorted than followed
 * through the index, row by row (docs/decisions/0021); the plus sign tells SQLite so.
 */
function orderFor({ tenant, q, status }: AgentFilter): SQL {
  const rare = tenant === undefined && (q !== undefined || status !== undefined);
  return rare ? sql`+${agents.lastSeen} desc` : sql`${agents.lastSeen} desc`;
}

function conditions(reach: Reach, filter: AgentFilter, now: number): SQL[] {
  const found: SQL[] = [];
  if (reach !== "all") found.push(inArray(agents.tenantId, [...reach]));
  if (filter.tenant !== undefined) found.push(eq(agents.tenantId, filter.tenant));
  if (filter.region !== undefined) found.push(eq(agents.region, filter.region));
  if (filter.role !== undefined) found.push(eq(agents.role, filter.role));
  if (filter.q !== undefined) {
    found.push(sql`instr(${agents.search}, ${filter.q.toLowerCase()}) > 0`);
  }
  if (filter.status === "active") {
    found.push(sql`${agents.revokedAt} is null and +${agents.lastSeen} > 0`);
  } else if (filter.status !== undefined) found.push(sql`${stateAt(now)} = ${filter.status}`);
  return found;
}

export type StateCounts = Record<EffectiveState, number>;

export async function countStates(db: Database, now: number): Promise<Map<string, StateCounts>> {
  const rows = await db
    .select({
      tenantId: agents.tenantId,
      state: stateAt(now).as("state"),
      n: sql<number>`count(*)`,
    })
    .from(agents)
    .groupBy(agents.tenantId, sql`state`)
    .orderBy(agents.tenantId);
  const found = new Map<string, StateCounts>();
  for (const { tenantId, state, n } of rows) {
    const counts = found.get(tenantId) ?? noCounts();
    counts[state] = n;
    found.set(tenantId, counts);
  }
  return found;
}

export function noCounts(): StateCounts {
  return Object.fromEntries(STATES.map((state) => [state, 0])) as StateCounts;
}
