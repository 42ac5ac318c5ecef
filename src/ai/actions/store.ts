import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { auditIfChanged, doneBy, type AuditEntry } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { erasedAmong } from "../../access/erased-tenants.ts";
import { SERVICE_SUBJECT, type Doer } from "../../access/principal.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import {
  DAY_MS,
  deleteOldest,
  runTogether,
  selectPage,
  type Database,
} from "../../platform/index.ts";
import type { Proposal } from "../chat/offer.ts";
import { aiActions } from "../tables.ts";
import type { StoredAction } from "./answers.ts";
import { hashPayload, POLICY_VERSION } from "./recheck.ts";

const LIFETIME_MS = DAY_MS;
/**
 * The most undecided actions of one asker. Nothing else limits them: a tool's answer costs nothing and
 * calls no model.
 */
const MOST_UNDECIDED = 200;
/** A service asks for everybody in a tenant, so this many times as many may wait for it. */
const TIMES_FOR_SERVICE = 10;

export type ActionRow = typeof aiActions.$inferSelect;

interface Origin {
  tenantId: TenantId;
  userId: string;
  personId: string | null;
  traceId: string;
  now: number;
}

/**
 * Stores proposed actions: a later approval is for this row, and not for anything that the client
 * sends. If the asker has too many undecided actions, its oldest ones are deleted.
 */
export async function saveProposals(
  db: Database,
  proposals: readonly Proposal[],
  { tenantId, userId, personId, traceId, now }: Origin,
): Promise<void> {
  if (proposals.length === 0) return;
  // Models take their time, and the tenant may be erased meanwhile.
  if ((await erasedAmong(db, [tenantId])).size > 0) return;
  const statements = proposals.map(({ tool, action }) => {
    const { requiresApproval: _requiresApproval, ...shown } = action;
    return db.insert(aiActions).values({
      ...shown,
      tool,
      tenantId,
      userId,
      personId,
      traceId,
      payloadHash: hashPayload(action.payload),
      state: "proposed",
      policyVersion: POLICY_VERSION,
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
    });
  });
  const most = MOST_UNDECIDED * (userId.startsWith(SERVICE_SUBJECT) ? TIMES_FOR_SERVICE : 1);
  const own = sql`tenant_id = ${tenantId} and user_id = ${userId} and state = 'proposed'`;
  const older = sql`rowid in (select rowid from ${aiActions} where ${own}
    order by rowid desc limit -1 offset ${most})`;
  await runTogether(db, [...statements, db.delete(aiActions).where(older)]);
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

interface ActionFilter {
  tenantId: TenantId;
  state: StoredAction["state"] | undefined;
  now: number;
}

export async function listActions(db: Database, filter: ActionFilter, page: PageRequest) {
  const where = and(eq(aiActions.tenantId, filter.tenantId), isShownAs(filter));
  const orderBy = [desc(aiActions.createdAt), desc(aiActions.id)];
  return selectPage(db, aiActions, { where, orderBy }, page);
}

/**
 * Selects the state that `showAction` shows. An action that was not decided in time has expired, though
 * its row still says `proposed`.
 */
function isShownAs({ state, now }: ActionFilter) {
  if (state === undefined) return undefined;
  if (state !== "proposed" && state !== "expired") return eq(aiActions.state, state);
  const { expiresAt } = aiActions;
  const isInTime = state === "proposed" ? gt(expiresAt, now) : lte(expiresAt, now);
  return and(eq(aiActions.state, "proposed"), isInTime);
}

/** Notes who begins an action. Undefined if somebody else began first. */
export async function startAction(db: Database, row: ActionRow, by: Doer, now: number) {
  const change = db
    .update(aiActions)
    .set({ startedBy: by.subject, startedAt: now })
    .where(and(isThis(row), eq(aiActions.state, "approved"), isNull(aiActions.startedBy)))
    .returning();
  const trace = auditIfChanged(db, traceOf(row, "ai.action.begun", by, now));
  const [[after]] = await db.batch([change, trace]);
  return after;
}

/** Stores the result of an action. Undefined if its result is known already. */
export async function finishAction(
  db: Database,
  row: ActionRow,
  { state, outcome, by }: { state: "executed" | "failed"; outcome: string | null; by: Doer },
  now: number,
) {
  const change = db
    .update(aiActions)
    .set({ state, outcome, finishedAt: now })
    .where(and(isThis(row), eq(aiActions.state, "approved"), eq(aiActions.startedBy, by.subject)))
    .returning();
  const trace = auditIfChanged(db, traceOf(row, `ai.action.${state}`, by, now));
  const [[after]] = await db.batch([change, trace]);
  return after;
}

/** This action only. */
export function isThis(row: ActionRow) {
  return and(eq(aiActions.id, row.id), eq(aiActions.tenantId, row.tenantId));
}

export function traceOf(row: ActionRow, action: string, by: Doer, at: number): AuditEntry {
  const { tenantId, id: target, category, tool, payloadHash } = row;
  return { at, ...doneBy(by), action, tenantId, target, detail: { category, tool, payloadHash } };
}

/** Deletes actions that were proposed before `before`, among the `most` oldest; gives how many. */
export function forgetActions(db: Database, before: number, most: number): Promise<number> {
  return deleteOldest(db, aiActions, sql`${aiActions.createdAt} < ${before}`, most);
}
