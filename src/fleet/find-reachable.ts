import type { Context } from "hono";
import { reaches } from "../access/claim-tenant.ts";
import { isRefusal, noSuch, type Refusal } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { findTenant } from "../tenants/store.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { findAgent } from "./agent-store.ts";

/** The agent's row, if it is within the caller's reach; otherwise it looks as if it did not exist. */
export async function findReachable(
  c: Context<Rampart>,
  agentId: string,
  tenantId?: string,
): Promise<AgentRow | Refusal> {
  const row = await findAgent(database(c.env), agentId);
  const wrongTenant = tenantId !== undefined && row?.tenantId !== tenantId;
  if (row === undefined || wrongTenant || !reaches(c.get("principal").reach, row.tenantId)) {
    return noSuchAgent();
  }
  c.get("call").about.tenantId = row.tenantId;
  return row;
}

/** The form of ids that `uuidv7` makes. */
const AGENT_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * The same for operators. An agent that enrolled after the time to which D1 was restored has no row
 * but still works: its object knows it by tenant and id. If there never was one, asking the object
 * stores nothing.
 */
export async function findReachableOrLost(
  c: Context<Rampart>,
  agentId: string,
  tenantId: string,
): Promise<AgentRef | Refusal> {
  const row = await findReachable(c, agentId, tenantId);
  if (!isRefusal(row)) return row;
  const isLost =
    AGENT_ID.test(agentId) && (await findTenant(database(c.env), tenantId)) !== undefined;
  return isLost ? { tenantId, agentId } : row;
}

export function noSuchAgent(): Refusal {
  return noSuch("agent");
}
