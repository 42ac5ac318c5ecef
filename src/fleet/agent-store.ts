import { and, eq, lt, ne, sql } from "drizzle-orm";
import { type AuditEntry, auditIfChanged, auditStatementIf } from "../access/audit.ts";
import { selectOf, type Database, type Statement } from "../platform/index.ts";
import type { UntoldNote } from "./agent/changes-for-d1.ts";
import { SHARES_MACHINE } from "./agent/follow-machine.ts";
import type { AgentRow, D1Update } from "./agent/d1-row.ts";
import type { AgentRef, Tombstone } from "./agent/record.ts";
import { traceSharedMachine } from "./trace-shared-machine.ts";
import { agentKeys, agents } from "./tables.ts";

/**
 * Writes an update and its notes. Updates may come more than once and in any order; each note is
 * still written once: in one batch with the row, and only while D1's row is older than the note.
 */
export function updateStatements(db: Database, { row, notes }: D1Update): Statement[] {
  return [...notes.map((note) => noteStatement(db, row, note)), rowStatement(db, row)];
}

/**
 * Brings back the row of an agent that a restored D1 does not have, with the notes that its object
 * still has. If another operator's call brought back an older row meanwhile, that row is updated.
 */
export function relistStatements(db: Database, { row, notes }: D1Update): Statement[] {
  const { agentId, tenantId } = row;
  const isLost = sql`not ${isListed(agentId)}`;
  const lateNotes = notes.map((note) => {
    const { actor = `agent:${agentId}` } = note;
    return auditStatementIf(db, { ...note, actor, tenantId, target: agentId }, isLost);
  });
  const insert = db.insert(agents).select(sql`${selectOf(agents, row)} where ${isLost}`);
  return [...lateNotes, insert, ...updateStatements(db, { row, notes })];
}

/** Updates and never inserts: a late update must not bring a deleted row back. */
function rowStatement(db: Database, row: AgentRow) {
  return db
    .update(agents)
    .set(row)
    .where(and(eq(agents.agentId, row.agentId), lt(agents.seq, row.seq)));
}

function noteStatement(db: Database, { agentId, tenantId }: AgentRef, note: UntoldNote) {
  const { seq, actor = `agent:${agentId}`, ...what } = note;
  const entry = { ...what, actor, tenantId, target: agentId };
  const older = and(eq(agents.agentId, agentId), lt(agents.seq, seq));
  const holds = sql`exists (select 1 from ${agents} where ${older})`;
  if (what.action !== SHARES_MACHINE) return auditStatementIf(db, entry, holds);
  return traceSharedMachine(
    db,
    { agentId, tenantId },
    what.detail?.["machine_id"] ?? null,
    entry,
    holds,
  );
}

/**
 * Writes the row and its audit entry once, however often an enrolment is repeated. An ended agent has
 * given its key back, so a late repeat does not bring it back.
 */
export function insertAgentStatements(db: Database, row: AgentRow, trace: AuditEntry) {
  const holdsKey = sql`exists (select 1 from ${agentKeys} where ${agentKeys.agentId} = ${row.agentId})`;
  const isNew = sql`${holdsKey} and not ${isListed(row.agentId)}`;
  const insert = db.insert(agents).select(sql`${selectOf(agents, row)} where ${isNew}`);
  const shared = traceSharedMachine(db, row, row.machineId, trace, isNew);
  return [shared, insert, auditIfChanged(db, trace)] as const;
}

/** Whether the agent has a row, which means that it has not ended. */
export function isListed(agentId: string) {
  return sql`exists (select 1 from ${agents} where ${agents.agentId} = ${agentId})`;
}

export async function findAgent(db: Database, agentId: string) {
  const [row] = await db.select().from(agents).where(eq(agents.agentId, agentId));
  return row;
}

/** Other agents of the tenant that name the same machine id. */
export async function findDuplicates(db: Database, row: AgentRow, limit: number) {
  if (row.machineId === null) return [];
  return db
    .select({ agentId: agents.agentId, hostname: agents.hostname, lastSeen: agents.lastSeen })
    .from(agents)
    .where(
      and(
        eq(agents.tenantId, row.tenantId),
        eq(agents.machineId, row.machineId),
        ne(agents.agentId, row.agentId),
      ),
    )
    .limit(limit);
}

export const DEREGISTERED = "agent.deregistered";

/**
 * Removes the row and key and writes the audit entries, once, by whichever attempt removes the row.
 */
export function removeAgentStatements(db: Database, ended: Tombstone): Statement[] {
  const { tenantId, agentId, deregisteredAt: at, untold = [], requestId } = ended;
  const { endedBy: actor = `agent:${agentId}` } = ended;
  const trace = { at, actor, action: DEREGISTERED, tenantId, target: agentId, requestId };
  return [
    ...untold.map((note) => noteStatement(db, ended, note)),
    auditStatementIf(db, trace, isListed(agentId)),
    db.delete(agents).where(eq(agents.agentId, agentId)),
    db.delete(agentKeys).where(eq(agentKeys.agentId, agentId)),
  ];
}
