import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** D1 refuses every write, of every tenant, once it holds this much. */
export const MAX_DATABASE_BYTES = 10_000_000_000;

/** How much D1 holds now; room that deleted rows have left does not count. */
export async function databaseBytes(db: Database): Promise<number> {
  const { meta } = await db.run(sql`select 1`);
  return meta.size_after;
}
