import type { Context } from "hono";
import { reaches } from "../access/claim-tenant.ts";
import { isRefusal, noSuch, type Refusal } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { findTenant } from "../tenants/store.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { findAgent } from "./agent-store.ts";

/** The agent's row if the caller may know of it; another tenant's agent looks like none. */
export async function findNamed(
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

/** As `uuidv7` makes them. */
const AGENT_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * The same for whoever reaches all tenants. An agent that enrolled behind a restore of D1 has no row
 * there and works on: its object knows it by tenant and id. Asked after one that never was, the object
 * keeps nothing, so there is none afterwards.
 */
export async function findNamedOrLost(
  c: Context<Rampart>,
  agentId: string,
  tenantId: string,
): Promise<AgentRef | Refusal> {
  const named = await findNamed(c, agentId, tenantId);
  if (!isRefusal(named)) return named;
  const isLost =
    AGENT_ID.test(agentId) && (await findTenant(database(c.env), tenantId)) !== undefined;
  return isLost ? { tenantId, agentId } : named;
}

export function noSuchAgent(): Refusal {
  return noSuch("agent");
}
