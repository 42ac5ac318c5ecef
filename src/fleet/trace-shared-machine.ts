import { sql, type SQL } from "drizzle-orm";
import { auditEach, type AuditEntry } from "../access/audit.ts";
import type { Database } from "../platform/index.ts";
import type { AgentRef } from "./agent/record.ts";
import { SHARES_MACHINE } from "./agent/follow-machine.ts";

/**
 * Logs that an agent has the same machine id as others, if that is so when the batch runs. It names
 * only one of them, because a golden image may have a thousand copies.
 */
export function traceSharedMachine(
  db: Database,
  { tenantId, agentId }: AgentRef,
  machineId: string | null,
  by: Pick<AuditEntry, "at" | "actor">,
  holds: SQL,
) {
  const detail = sql`json_object('machine_id', ${machineId}, 'with', other, 'others', others)`;
  const sharers = sql`(select min(agent_id) as other, count(*) as others from agents
    where tenant_id = ${tenantId} and machine_id = ${machineId} and agent_id <> ${agentId})`;
  const entry = { at: by.at, actor: by.actor, action: SHARES_MACHINE, tenantId, target: agentId };
  return auditEach(db, { ...entry, detail }, sql`${sharers} where others > 0 and ${holds}`);
}
