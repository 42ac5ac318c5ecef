import type { Context } from "hono";
import { reaches } from "../access/claim-tenant.ts";
import { refuse, type Refusal } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import type { AgentRow } from "./agent/d1-row.ts";
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

export function noSuchAgent(): Refusal {
  return refuse(404, "not_found", "There is no such agent.");
}
