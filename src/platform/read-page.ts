import { count, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PageRequest } from "../http/contract/index.ts";
import type { Database } from "./database.ts";

interface Which {
  where?: SQL | undefined;
  orderBy: readonly (SQL | SQLiteColumn)[];
}

/** One page of a table's rows, and how many there are in all. */
export async function readPage<T extends SQLiteTable>(
  db: Database,
  table: T,
  { where, orderBy }: Which,
  { limit, offset }: PageRequest,
): Promise<{ items: T["$inferSelect"][]; total: number }> {
  const rows: SQLiteTable = table;
  const [items, totals] = await db.batch([
    db
      .select()
      .from(rows)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(rows).where(where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}
