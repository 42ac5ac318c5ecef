import { and, count, desc, eq, gt } from "drizzle-orm";
import { auditStatement, type TenantId } from "../../access/index.ts";
import type { PageRequest } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import type { Proposal } from "../chat/offer.ts";
import { aiActions } from "../tables.ts";
import { hashPayload } from "./hash-payload.ts";

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
  for (const { tool, action } of proposals) {
    const { requiresApproval: _requiresApproval, ...shown } = action;
    await db.insert(aiActions).values({
      ...shown,
      tool,
      tenantId,
      userId,
      traceId,
      payloadHash: await hashPayload(action.payload),
      state: "proposed",
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
    });
  }
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
  const [items, totals] = await db.batch([
    db
      .select()
      .from(aiActions)
      .where(where)
      .orderBy(desc(aiActions.createdAt), desc(aiActions.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(aiActions).where(where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

/** False when somebody decided first or the time was up. */
export async function decideAction(
  db: Database,
  row: ActionRow,
  state: "approved" | "rejected",
  by: string,
  now: number,
): Promise<boolean> {
  const decided = await db
    .update(aiActions)
    .set({ state, decidedBy: by, decidedAt: now })
    .where(
      and(
        eq(aiActions.id, row.id),
        eq(aiActions.tenantId, row.tenantId),
        eq(aiActions.state, "proposed"),
        gt(aiActions.expiresAt, now),
      ),
    )
    .returning({ id: aiActions.id });
  if (decided.length === 0) return false;
  await auditStatement(db, {
    at: now,
    actor: by,
    action: `ai.action.${state}`,
    tenantId: row.tenantId,
    target: row.id,
    detail: { category: row.category, tool: row.tool, payloadHash: row.payloadHash },
  });
  return true;
}
