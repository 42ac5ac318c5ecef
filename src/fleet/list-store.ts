import { and, desc, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Reach } from "../access/principal.ts";
import type { PageRequest } from "../http/contract/index.ts";
import { countRows, type Database } from "../platform/index.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { EffectiveState } from "./effective-state.ts";
import { conditions, stateAt, type ReadyFilter } from "./list-filter.ts";
import { DESIRED_POLICY } from "./policies/desired-policy.ts";
import type { DesiredPolicy } from "./policies/pick-policy.ts";
import { agents } from "./tables.ts";

export interface ListedAgent {
  row: AgentRow;
  state: EffectiveState;
  desired: DesiredPolicy;
}

/** A page of agents, last seen first or by id after a given one, and how many there are in all. */
export async function listAgents(
  db: Database,
  reach: Reach,
  filter: ReadyFilter,
  page: PageRequest,
  now: number,
) {
  const where = and(...conditions(reach, filter, now));
  const isById = filter.after !== undefined;
  if (isRare(filter) || (isById && !isInOrderOfIds(reach, filter))) {
    const rank = isById ? sql`${agents.agentId}` : sql`-${agents.lastSeen}`;
    return searchAgents(db, where, rank, page, now);
  }
  const order = isById ? [agents.agentId] : [desc(agents.lastSeen), agents.agentId];
  return walkAgents(db, where, order, page, now);
}

/** Whether few agents may fit, whichever index is read. */
function isRare(filter: ReadyFilter): boolean {
  const { q, status, code, label, conflict, policy, version, older } = filter;
  const { cert_expired: expired, cert_expires_within_days: days } = filter;
  const rare = [q, status, code, label, conflict, policy, version, older, expired, days];
  return rare.some((one) => one !== undefined);
}

/** There is no index of a tenant's agents, or of those seen at some time, in the order of ids. */
function isInOrderOfIds(reach: Reach, filter: ReadyFilter): boolean {
  const { tenant, last_seen_before: before, last_seen_after: since } = filter;
  return reach === "all" && [tenant, before, since].every((one) => one === undefined);
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
