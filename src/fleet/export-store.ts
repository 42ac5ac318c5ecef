import { asc, type SQL } from "drizzle-orm";
import { among, type Database } from "../platform/index.ts";
import { stateAt } from "./list-filter.ts";
import type { ListedAgent } from "./list-store.ts";
import { DESIRED_POLICY } from "./policies/desired-policy.ts";
import { agents } from "./tables.ts";

/** The ids of the agents that fit, in order. */
export async function findIds(
  db: Database,
  where: SQL | undefined,
  most: number,
): Promise<string[]> {
  const rows = await db
    .select({ agentId: agents.agentId })
    .from(agents)
    .where(where)
    .orderBy(asc(agents.agentId))
    .limit(most);
  return rows.map(({ agentId }) => agentId);
}

/** These agents in the order of their ids, without those that left. */
export async function readAgents(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<ListedAgent[]> {
  return db
    .select({ row: agents, state: stateAt(now), desired: DESIRED_POLICY })
    .from(agents)
    .where(among(agents.agentId, ids))
    .orderBy(asc(agents.agentId));
}
