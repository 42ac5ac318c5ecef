import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { auditIfChanged, doneBy, type AuditEntry } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Doer } from "../../access/principal.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { readPage, runTogether, type Database } from "../../platform/index.ts";
import { eventStatementIf, type TenantEvent } from "../../tenants/tenant-events.ts";
import type { Proposal } from "../chat/offer.ts";
import { aiActions } from "../tables.ts";
import { hashPayload, POLICY_VERSION } from "./policy.ts";

const LIFETIME_MS = 86_400_000;

export type ActionRow = typeof aiActions.$inferSelect;

interface Origin {
  tenantId: TenantId;
  userId: string;
  traceId: string;
  now: number;
}

/** What a client approves later is this row and nothing that it sends then. */
export async function saveProposals(
  db: Database,
  proposals: readonly Proposal[],
  { tenantId, userId, traceId, now }: Origin,
): Promise<void> {
  const statements = proposals.map(({ tool, action }) => {
    const { requiresApproval: _requiresApproval, ...shown } = action;
    return db.insert(aiActions).values({
      ...shown,
      tool,
      tenantId,
      userId,
      traceId,
      payloadHash: hashPayload(action.payload),
      state: "proposed",
      policyVersion: POLICY_VERSION,
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
    });
  });
  await runTogether(db, statements);
}

export async function findAction(
  db: Database,
  tenantId: TenantId,
  id: string,
): Promise<ActionRow | undefined> {
  const [row] = await db
    .select()
    .from(aiActions)
    .where(and(eq(aiActions.tenantId, tenantId), eq(aiActions.id, id)));
  return row;
}

export async function listActions(db: Database, tenantId: TenantId, page: PageRequest) {
  const where = eq(aiActions.tenantId, tenantId);
  const orderBy = [desc(aiActions.createdAt), desc(aiActions.id)];
  return readPage(db, aiActions, { where, orderBy }, page);
}

/** The decision that was made under this Idempotency-Key. */
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
 * Undefined when somebody decided first, the time was up, or the key was used just now. What is
 * approved is told to the tenant's webhooks; a notice is carried out by being told.
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
        same(row),
        eq(aiActions.state, "proposed"),
        gt(aiActions.expiresAt, now),
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

/** Undefined when somebody began first. */
export async function startAction(db: Database, row: ActionRow, by: Doer, now: number) {
  const change = db
    .update(aiActions)
    .set({ startedBy: by.subject, startedAt: now })
    .where(and(same(row), eq(aiActions.state, "approved"), isNull(aiActions.startedBy)))
    .returning();
  const trace = auditIfChanged(db, traceOf(row, "ai.action.begun", by, now));
  const [[after]] = await db.batch([change, trace]);
  return after;
}

/** Undefined when its result is known already. */
export async function finishAction(
  db: Database,
  row: ActionRow,
  { state, outcome, by }: { state: "executed" | "failed"; outcome: string | null; by: Doer },
  now: number,
) {
  const change = db
    .update(aiActions)
    .set({ state, outcome, finishedAt: now })
    .where(and(same(row), eq(aiActions.state, "approved"), eq(aiActions.startedBy, by.subject)))
    .returning();
  const trace = auditIfChanged(db, traceOf(row, `ai.action.${state}`, by, now));
  const [[after]] = await db.batch([change, trace]);
  return after;
}

/** Who carries notices out: the product's own webhooks. */
const TOLD = "system:webhooks";

function same(row: ActionRow) {
  return and(eq(aiActions.id, row.id), eq(aiActions.tenantId, row.tenantId));
}

function unusedKey(tenantId: string, key: string) {
  return sql`not exists (select 1 from ${aiActions} other
    where other.tenant_id = ${tenantId} and other.decision_key = ${key})`;
}

function traceOf(row: ActionRow, action: string, by: Doer, at: number): AuditEntry {
  const { tenantId, id: target, category, tool, payloadHash } = row;
  return { at, ...doneBy(by), action, tenantId, target, detail: { category, tool, payloadHash } };
}

/** The event that tells of an approval. */
export function approvalOf(actionId: string): string {
  return `evt_${actionId}_approved`;
}

/** Thin: whoever acts on it fetches the payload with a credential of its own. */
function eventOf(row: ActionRow, approvedBy: string, at: number): TenantEvent {
  const { id, tenantId, category, tool, title, payloadHash } = row;
  const data = { actionId: id, category, tool, title, payloadHash, approvedBy };
  return { id: approvalOf(id), tenantId, type: "action.approved", data, createdAt: at };
}

/** Deletes so many of those that were proposed before then; how many went. */
export async function forgetActions(db: Database, before: number, most: number): Promise<number> {
  const { meta } = await db.run(sql`delete from ${aiActions} where rowid in
    (select rowid from ${aiActions} order by rowid limit ${most})
    and ${aiActions.createdAt} < ${before}`);
  return meta.changes;
}
