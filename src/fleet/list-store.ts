import { and, desc, eq, gt, inArray, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Reach } from "../access/principal.ts";
import type { PageRequest } from "../http/contract/index.ts";
import { among, countRows, type Database } from "../platform/index.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import { SILENT, SILENT_STATES, type EffectiveState } from "./effective-state.ts";
import type { AgentFilter } from "./list-schemas.ts";
import { DESIRED_POLICY } from "./policies/desired-policy.ts";
import type { DesiredPolicy } from "./policies/pick-policy.ts";
import { ACTIVE_SQL, stateSql } from "./state-sql.ts";
import { agents } from "./tables.ts";

export interface ListedAgent {
  row: AgentRow;
  state: EffectiveState;
  desired: DesiredPolicy;
}

/** Filters of the portal in addition to those of the API. */
interface Filter extends AgentFilter {
  /** The id of the code by which the agent enrolled. */
  code?: string | undefined;
  /** `name=value`, as a label is shown; it must match exactly, while `q` also finds longer ones. */
  label?: string | undefined;
}

/** The state in SQL. */
function stateAt(now: number): SQL<EffectiveState> {
  return sql<EffectiveState>`(${sql.raw(stateSql(now))})`;
}

/** A page of agents, last seen first or by id after a given one, and how many there are in all. */
export async function listAgents(
  db: Database,
  reach: Reach,
  filter: Filter,
  page: PageRequest,
  now: number,
) {
  const where = and(...conditions(reach, filter, now));
  const isById = filter.after !== undefined;
  const { q, status, code, label, conflict } = filter;
  const isRare = [q, status, code, label, conflict].some((one) => one !== undefined);
  // There is no index of a tenant's agents in the order of ids.
  if (isRare || (isById && (reach !== "all" || filter.tenant !== undefined))) {
    const rank = isById ? sql`${agents.agentId}` : sql`-${agents.lastSeen}`;
    return searchAgents(db, where, rank, page, now);
  }
  const order = isById ? [agents.agentId] : [desc(agents.lastSeen), agents.agentId];
  return walkAgents(db, where, order, page, now);
}

/** Reads along the index, for filters that most agents match. */
async function walkAgents(
  db: Database,
  where: SQL | undefined,
  order: readonly (SQL | SQLiteColumn)[],
  page: PageRequest,
  now: number,
) {
  const [items, totals] = await db.batch([
    db
      .select({ row: agents, state: stateAt(now), desired: DESIRED_POLICY })
      .from(agents)
      .where(where)
      .orderBy(...order)
      .limit(page.limit)
      .offset(page.offset),
    countRows(db, agents, where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

/** More than there can be. A limit makes SQLite run the search once, and not once for each use. */
const MOST_AGENTS = 2 ** 31 - 1;

/** Finds rows and total in one scan, for filters that may match few of many (docs/decisions/0021). */
async function searchAgents(
  db: Database,
  where: SQL | undefined,
  order: SQL,
  page: PageRequest,
  now: number,
) {
  const place = sql<number>`${agents}.rowid`;
  const found = db.$with("found").as(
    db
      .select({ place: place.as("place"), rank: order.as("rank") })
      .from(agents)
      .where(where)
      .limit(MOST_AGENTS),
  );
  const shown = db
    .select({ place: found.place, rank: found.rank })
    .from(found)
    .orderBy(sql`${found.rank}, ${found.place}`)
    .limit(page.limit)
    .offset(page.offset)
    .as("shown");
  const total = db
    .select({ total: sql<number>`count(*)`.as("total") })
    .from(found)
    .as("counted");
  const rows = await db
    .with(found)
    .select({ total: total.total, row: agents, state: stateAt(now), desired: DESIRED_POLICY })
    .from(total)
    .leftJoin(shown, sql`true`)
    .leftJoin(agents, sql`${place} = ${shown.place}`)
    .orderBy(sql`${shown.rank}, ${shown.place}`);
  const items: ListedAgent[] = [];
  for (const { row, state, desired } of rows) {
    if (row !== null) items.push({ row, state, desired });
  }
  return { items, total: rows[0]?.total ?? 0 };
}

function conditions(reach: Reach, filter: Filter, now: number): SQL[] {
  const found: SQL[] = [];
  if (reach !== "all") found.push(among(agents.tenantId, reach));
  if (filter.tenant !== undefined) found.push(eq(agents.tenantId, filter.tenant));
  if (filter.region !== undefined) found.push(eq(agents.region, filter.region));
  if (filter.role !== undefined) found.push(eq(agents.role, filter.role));
  if (filter.code !== undefined) found.push(eq(agents.codeId, filter.code));
  if (filter.label !== undefined) found.push(hasLabel(filter.label));
  if (filter.conflict !== undefined) found.push(isInConflict(filter.conflict));
  if (filter.after !== undefined) found.push(gt(agents.agentId, filter.after));
  if (filter.q !== undefined) {
    found.push(sql`instr(${agents.search}, ${filter.q.toLowerCase()}) > 0`);
  }
  if (filter.status !== undefined) found.push(hasStatus(filter.status, now));
  return found;
}

/** Written into the text, because SQLite takes a partial index for a number that it sees. */
function isInConflict(flag: boolean): SQL {
  return sql`${agents.conflict} = ${sql.raw(flag ? "1" : "0")}`;
}

function hasLabel(label: string): SQL {
  return sql`exists (select 1 from json_each(${agents.labels})
    where json_each.key || '=' || json_each.value = ${label})`;
}

function hasStatus(status: NonNullable<Filter["status"]>, now: number): SQL {
  if (status === SILENT) return inArray(stateAt(now), SILENT_STATES);
  return status === "active" ? sql.raw(ACTIVE_SQL) : sql`${stateAt(now)} = ${status}`;
}
