import { nameRows } from "../access/name-rows.ts";
import type { Reach } from "../access/principal.ts";
import type { Database } from "../platform/index.ts";
import { agents, enrollmentCodes, policies } from "./tables.ts";

/** An agent is known by its host, as far as it has told of it. */
export function nameAgents(db: Database, reach: Reach, ids: readonly string[]) {
  const { agentId: id, hostname: name, tenantId } = agents;
  return nameRows(db, { id, name, tenantId }, reach, ids);
}

/** A code is known by its last characters, as its list shows it. */
export function nameCodes(db: Database, reach: Reach, ids: readonly string[]) {
  const { id, last4: name, tenantId } = enrollmentCodes;
  return nameRows(db, { id, name, tenantId }, reach, ids);
}

export function namePolicies(db: Database, reach: Reach, ids: readonly string[]) {
  const { id, name, tenantId } = policies;
  return nameRows(db, { id, name, tenantId }, reach, ids);
}
