import { nameRows } from "../access/name-rows.ts";
import type { Reach } from "../access/principal.ts";
import type { Database } from "../platform/index.ts";
import { agents, enrollmentCodes, policies } from "./tables.ts";

/** Names agents by their host names, if they have reported one. */
export function nameAgents(db: Database, reach: Reach, ids: readonly string[]) {
  const { agentId: id, hostname: name, tenantId } = agents;
  return nameRows(db, { id, name, tenantId }, reach, ids);
}

/** Names codes by their last characters, as their list shows them. */
export function nameCodes(db: Database, reach: Reach, ids: readonly string[]) {
  const { id, last4: name, tenantId } = enrollmentCodes;
  return nameRows(db, { id, name, tenantId }, reach, ids);
}

export function namePolicies(db: Database, reach: Reach, ids: readonly string[]) {
  const { id, name, tenantId } = policies;
  return nameRows(db, { id, name, tenantId }, reach, ids);
}
