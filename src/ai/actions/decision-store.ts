import { and, eq, sql } from "drizzle-orm";
import { auditIfChanged } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Doer } from "../../access/principal.ts";
import type { Database } from "../../platform/index.ts";
import { eventStatementIf, type TenantEvent } from "../../tenants/tenant-events.ts";
import { aiActions } from "../tables.ts";
import { isThis, traceOf, type ActionRow } from "./store.ts";

/** The executor of notices: the product's own webhooks. */
const TOLD = "system:webhooks";

/** The decision that was made with this Idempotency-Key. */
export async function findDecision(
  db: Database,
  tenantId: TenantId,
  key: string,
): Promise<ActionRow | undefined> {
  const [row] = await db
    .select()
    .from(aiActions)
    .where(and(eq(aiActions.tenantId, tenantId), eq(aiActions.decisionKey, key)));
  return row;
}

interface Decided {
  state: "approved" | "rejected";
  key: string | undefined;
  by: Doer;
}

/**
 * Stores a decision. Undefined if somebody decided first, or the key was used just now. An approval is
 * sent to the tenant's webhooks; with that a notice is executed.
 */
export async function decideAction(
  db: Database,
  row: ActionRow,
  { state, key, by }: Decided,
  now: number,
): Promise<ActionRow | undefined> {
  const notice = state === "approved" && row.category === "notify";
  const done = notice
    ? { startedBy: TOLD, startedAt: now, finishedAt: now, outcome: "Told by webhook." }
    : {};
  const decided = {
    state: notice ? ("executed" as const) : state,
    decidedBy: by.subject,
    decidedAt: now,
  };
  const change = db
    .update(aiActions)
    .set({ ...decided, ...done, decisionKey: key ?? null })
    .where(
      and(
        isThis(row),
        eq(aiActions.state, "proposed"),
        key === undefined ? undefined : unusedKey(row.tenantId, key),
      ),
    )
    .returning();
  const approved = sql`exists (select 1 from ${aiActions} where id = ${row.id}
    and decided_by = ${by.subject} and decided_at = ${now} and state in ('approved', 'executed'))`;
  const [[after]] = await db.batch([
    change,
    auditIfChanged(db, traceOf(row, `ai.action.${state}`, by, now)),
    eventStatementIf(db, eventOf(row, by.subject, now), approved),
  ]);
  return after;
}

function unusedKey(tenantId: string, key: string) {
  return sql`not exists (select 1 from ${aiActions} other
    where other.tenant_id = ${tenantId} and other.decision_key = ${key})`;
}

/** The id of the event that tells of an approval. */
export function approvalOf(actionId: string): string {
  return `evt_${actionId}_approved`;
}

/** Without the payload: an executor fetches that with a credential of its own. */
function eventOf(row: ActionRow, approvedBy: string, at: number): TenantEvent {
  const { id, tenantId, category, tool, title, payloadHash } = row;
  const data = { actionId: id, category, tool, title, payloadHash, approvedBy };
  return { id: approvalOf(id), tenantId, type: "action.approved", data, createdAt: at };
}
