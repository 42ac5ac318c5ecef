import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { TenantId } from "../../access/claim-tenant.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { among, type Database } from "../../platform/index.ts";
import { conditions, readyFilter, type Filter } from "../list-filter.ts";
import { agents } from "../tables.ts";
import type { BulkAction } from "./actions.ts";

/** Which agents of a tenant, or of all: those named, or those that a filter finds. */
export interface Selection {
  action: BulkAction;
  tenantId: TenantId | null;
  agentIds?: readonly string[] | undefined;
  filter?: Filter | undefined;
}

/** The condition for the agents that the action would change. Others are no part of the order. */
export async function selectAgents(
  db: Database,
  { action, tenantId, agentIds, filter = {} }: Selection,
  now: number,
): Promise<SQL | undefined | Refusal> {
  if (agentIds !== undefined) {
    return and(among(agents.agentId, agentIds), isOwnedBy(tenantId), changes(action));
  }
  const reach = tenantId === null ? "all" : [tenantId];
  const ready = await readyFilter(db, reach, filter);
  return isRefusal(ready) ? ready : and(...conditions(reach, ready, now), changes(action));
}

/** The plus keeps SQLite from reading all agents of the tenant where a few are found by their ids. */
function isOwnedBy(tenantId: TenantId | null): SQL | undefined {
  return tenantId === null ? undefined : sql`+${agents.tenantId} = ${tenantId}`;
}

function changes(action: BulkAction): SQL | undefined {
  if (action === "revoke") return isNull(agents.revokedAt);
  return action === "resolve_conflict" ? eq(agents.conflict, true) : undefined;
}
