import { asc } from "drizzle-orm";
import { among, timeOf, type Ledger } from "../../platform/index.ts";
import { aiCalls } from "../tables.ts";

/** How old rows of the ledger of AI calls move to files. */
export const callsLedger: Ledger<typeof aiCalls.$inferSelect> = {
  name: "ai_calls",
  // By their ids, which begin with the time.
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
