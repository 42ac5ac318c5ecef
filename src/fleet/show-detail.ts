import type { Context } from "hono";
import { Problem } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { viewInDetail, viewOfConnection } from "./agent/view-in-detail.ts";
import { timeOrNever } from "./agent/views.ts";
import { findDuplicates } from "./agent-store.ts";
import { callAgent } from "./call-agent.ts";
import { noSuchAgent } from "./find-reachable.ts";
import { viewOptions } from "./show-self.ts";

const MAX_DUPLICATES = 20;

type Detail = ReturnType<typeof viewInDetail>;
type Connection = ReturnType<typeof viewOfConnection>;

/** Reads the detail from the agent's own object, so it is exact where lists may lag. */
async function readDetail(c: Context<Rampart>, row: AgentRow) {
  const options = await viewOptions(c, row.tenantId);
  const found = await callAgent(c, row, (stub) => stub.detail(options));
  if (found === null) throw new Problem(noSuchAgent());
  return {
    detail: JSON.parse(found.agent) as Detail,
    connection: JSON.parse(found.connection) as Connection,
  };
}

export async function showDetail(c: Context<Rampart>, row: AgentRow) {
  const { detail } = await readDetail(c, row);
  return { ...detail, duplicates: await duplicatesOf(c, row) };
}

export async function showCollectorDetail(c: Context<Rampart>, row: AgentRow) {
  const { detail, connection } = await readDetail(c, row);
  return { ...detail, ...connection, duplicates: await duplicatesOf(c, row) };
}

async function duplicatesOf(c: Context<Rampart>, row: AgentRow) {
  const found = await findDuplicates(database(c.env), row, MAX_DUPLICATES);
  return found.map(({ agentId, hostname, lastSeen }) => ({
    agent_id: agentId,
    hostname,
    last_seen_at: timeOrNever(lastSeen),
  }));
}
