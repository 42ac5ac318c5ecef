import type { Context } from "hono";
import { recallTenant } from "../access/recall-tenant.ts";
import { database, type Rampart } from "../platform/index.ts";
import { DEREGISTERED } from "./agent-store.ts";
import type { AgentRef } from "./agent/record.ts";

/** Finds an agent within the caller's reach that ended lately; its object has the tombstone. */
export async function findEnded(
  c: Context<Rampart>,
  agentId: string,
): Promise<AgentRef | undefined> {
  const done = { action: DEREGISTERED, target: agentId };
  const tenantId = await recallTenant(database(c.env), done, c.get("principal").reach);
  if (tenantId === undefined) return undefined;
  c.get("call").about.tenantId = tenantId;
  return { tenantId, agentId };
}
