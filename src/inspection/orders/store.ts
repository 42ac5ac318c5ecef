import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/index.ts";
import { inspectionOrders } from "../tables.ts";

export type OrderRow = typeof inspectionOrders.$inferSelect;
export type Answered = Pick<OrderRow, "tenantId" | "keyHash" | "claim" | "answer">;

/** The order as it stands now; it is the caller's own when it bears his claim. */
export async function claimOrder(
  db: Database,
  order: Omit<OrderRow, "answer">,
  silentSince: number,
): Promise<OrderRow | undefined> {
  const { tenantId, keyHash, claimedAt: now } = order;
  const [claimed] = await db
    .insert(inspectionOrders)
    .values(order)
    .onConflictDoUpdate({
      target: [inspectionOrders.tenantId, inspectionOrders.keyHash],
      set: { ...order, answer: null },
      setWhere: sql`${inspectionOrders.expiresAt} <= ${now}
        or (${inspectionOrders.answer} is null and ${inspectionOrders.claimedAt} <= ${silentSince})`,
    })
    .returning();
  if (claimed !== undefined) return claimed;
  const [other] = await db.select().from(inspectionOrders).where(isOrder(tenantId, keyHash));
  return other;
}

/** Lets go of a key whose request came to nothing. */
export async function dropOrder(
  db: Database,
  { tenantId, keyHash, claim }: Pick<OrderRow, "tenantId" | "keyHash" | "claim">,
): Promise<void> {
  const mine = and(eq(inspectionOrders.claim, claim), isNull(inspectionOrders.answer));
  await db.delete(inspectionOrders).where(and(isOrder(tenantId, keyHash), mine));
}

/** A statement: the answers for whoever asks again, each where the claim on its key still stands. */
export function answerOrders(db: Database, orders: readonly Answered[]) {
  const { tenantId, keyHash, claim } = inspectionOrders;
  const given = sql`json_each(${JSON.stringify(orders)})`;
  return db
    .update(inspectionOrders)
    .set({
      answer: sql`(select value ->> 'answer' from ${given} where value ->> 'claim' = ${claim})`,
    })
    .where(
      sql`(${tenantId}, ${keyHash}, ${claim}) in
        (select value ->> 'tenantId', value ->> 'keyHash', value ->> 'claim' from ${given})`,
    );
}

function isOrder(tenantId: string, keyHash: string) {
  return and(eq(inspectionOrders.tenantId, tenantId), eq(inspectionOrders.keyHash, keyHash));
}
