import { and, eq, sql } from "drizzle-orm";
import { auditEach, type AuditEntry } from "../../access/audit.ts";
import { among, runTogether, type Database, type Statement } from "../../platform/index.ts";
import { DEREGISTERED } from "../agent-store.ts";
import { agentKeys, agents, bulkAgents, bulkOrders } from "../tables.ts";
import { MAX_TRIES, type OrderRow } from "./store.ts";

/** When it was done, and for whom. */
type Trace = Pick<AuditEntry, "at" | "actor" | "requestId">;

/** What came of some agents, by their ids. */
export interface Outcomes {
  done: string[];
  gone: string[];
  /** Only the row was there. */
  unknown: string[];
  overloaded: string[];
  failed: string[];
}

/**
 * Notes the outcomes, with the order's counts, in one transaction. An agent that another turn has
 * noted meanwhile is not counted twice.
 */
export async function noteOutcomes(
  db: Database,
  { id, action }: OrderRow,
  tries: number,
  { done, gone, unknown, overloaded, failed }: Outcomes,
  trace: Trace,
): Promise<void> {
  const of = (ids: string[]) =>
    and(eq(bulkAgents.orderId, id), eq(bulkAgents.tries, tries), among(bulkAgents.agentId, ids));
  const count = (name: "done" | "gone" | "failed") =>
    db
      .update(bulkOrders)
      .set({ [name]: sql`${bulkOrders[name]} + changes()`, failedAt: null })
      .where(eq(bulkOrders.id, id));
  const statements: Statement[] = [];
  const left = [...gone, ...unknown];
  if (done.length > 0) statements.push(db.delete(bulkAgents).where(of(done)), count("done"));
  if (left.length > 0) statements.push(db.delete(bulkAgents).where(of(left)), count("gone"));
  const again = [
    { reason: "overloaded", ids: overloaded },
    { reason: "failed", ids: failed },
  ] as const;
  for (const { reason, ids } of again) {
    if (ids.length === 0) continue;
    const tried = { tries: tries + 1, reason };
    statements.push(db.update(bulkAgents).set(tried).where(of(ids)));
    if (tried.tries === MAX_TRIES) statements.push(count("failed"));
  }
  if (action === "deregister") statements.push(...removeRows(db, unknown, trace));
  await runTogether(db, statements);
}

/** As a single deregistration does: if D1 was restored, it may have rows of agents long gone. */
function removeRows(db: Database, ids: string[], trace: Trace): Statement[] {
  if (ids.length === 0) return [];
  const entry = {
    ...trace,
    action: DEREGISTERED,
    tenantId: sql`${agents.tenantId}`,
    target: sql`${agents.agentId}`,
  };
  const isAmong = among(agents.agentId, ids);
  return [
    auditEach(db, entry, sql`${agents} where ${isAmong}`),
    db.delete(agents).where(isAmong),
    db.delete(agentKeys).where(among(agentKeys.agentId, ids)),
  ];
}
