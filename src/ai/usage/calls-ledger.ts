import { asc } from "drizzle-orm";
import { among, timeOf, type Ledger } from "../../platform/index.ts";
import { aiCalls } from "../tables.ts";

/** Describes how old rows of the ledger of AI calls move to files. */
export const callsLedger: Ledger<typeof aiCalls.$inferSelect> = {
  name: "ai_calls",
  // In the order of the ids, which begin with the time.
  oldest: async (db, most) => db.select().from(aiCalls).orderBy(asc(aiCalls.id)).limit(most),
  keyOf: ({ id }) => id,
  atOf: ({ createdAt }) => createdAt,
  lineOf: (row) => ({ ...row, createdAt: timeOf(row.createdAt) }),
  removal: (db, rows) =>
    db.delete(aiCalls).where(
      among(
        aiCalls.id,
        rows.map(({ id }) => id),
      ),
    ),
};
