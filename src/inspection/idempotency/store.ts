import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/index.ts";
import { idempotencyKeys } from "../tables.ts";

export type KeyRow = typeof idempotencyKeys.$inferSelect;
export type Answered = Pick<KeyRow, "tenantId" | "keyHash" | "claim" | "answer">;

/**
 * Claims a key unless another request holds it or has answered, and returns its row. The claim
 * succeeded if the row has the caller's `claim`.
 */
export async function claimRow(
  db: Database,
  row: Omit<KeyRow, "answer">,
  silentSince: number,
): Promise<KeyRow | undefined> {
  const { tenantId, keyHash, claimedAt: now } = row;
  const [claimed] = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.tenantId, idempotencyKeys.keyHash],
      set: { ...row, answer: null },
      setWhere: sql`${idempotencyKeys.expiresAt} <= ${now}
        or (${idempotencyKeys.answer} is null and ${idempotencyKeys.claimedAt} <= ${silentSince})`,
    })
    .returning();
  if (claimed !== undefined) return claimed;
  const [other] = await db.select().from(idempotencyKeys).where(isKey(tenantId, keyHash));
  return other;
}

/** Deletes the key of a request that failed, so that the key can be used again. */
export async function releaseKey(
  db: Database,
  { tenantId, keyHash, claim }: Pick<KeyRow, "tenantId" | "keyHash" | "claim">,
): Promise<void> {
  const mine = and(eq(idempotencyKeys.claim, claim), isNull(idempotencyKeys.answer));
  await db.delete(idempotencyKeys).where(and(isKey(tenantId, keyHash), mine));
}

/**
 * A statement that stores answers for repeated requests. A request that has lost its key to another one
 * stores none.
 */
export function keepAnswers(db: Database, answers: readonly Answered[]) {
  const { tenantId, keyHash, claim } = idempotencyKeys;
  const given = sql`json_each(${JSON.stringify(answers)})`;
  return db
    .update(idempotencyKeys)
    .set({
      answer: sql`(select value ->> 'answer' from ${given} where value ->> 'claim' = ${claim})`,
    })
    .where(
      sql`(${tenantId}, ${keyHash}, ${claim}) in
        (select value ->> 'tenantId', value ->> 'keyHash', value ->> 'claim' from ${given})`,
    );
}

function isKey(tenantId: string, keyHash: string) {
  return and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.keyHash, keyHash));
}
