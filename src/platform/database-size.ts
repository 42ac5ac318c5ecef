import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** Once D1 holds this much it refuses every write, of every tenant. */
export const MAX_DATABASE_BYTES = 10_000_000_000;

/** How many bytes D1 holds now, without the space of deleted rows. */
export async function databaseBytes(db: Database): Promise<number> {
  const { meta } = await db.run(sql`select 1`);
  return meta.size_after;
}
