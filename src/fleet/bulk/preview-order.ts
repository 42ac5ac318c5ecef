import { count, desc } from "drizzle-orm";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { agents } from "../tables.ts";
import { MAX_ORDERED } from "./schemas.ts";
import { selectAgents, type Selection } from "./select-agents.ts";

const TENANTS_NAMED = 20;

export interface Preview {
  count: number;
  missing: number;
  tenants: { tenantId: string; count: number }[];
  most: typeof MAX_ORDERED;
}

/** How many agents an order would have, and whose they are. */
export async function previewOrder(
  db: Database,
  selection: Selection,
  now: number,
): Promise<Preview | Refusal> {
  const where = await selectAgents(db, selection, now);
  if (isRefusal(where)) return where;
  const many = count();
  const owners = await db
    .select({ tenantId: agents.tenantId, count: many })
    .from(agents)
    .where(where)
    .groupBy(agents.tenantId)
    .orderBy(desc(many), agents.tenantId);
  const all = owners.reduce((sum, owner) => sum + owner.count, 0);
  const named = new Set(selection.agentIds).size;
  const missing = selection.agentIds === undefined ? 0 : named - all;
  return { count: all, missing, tenants: owners.slice(0, TENANTS_NAMED), most: MAX_ORDERED };
}
