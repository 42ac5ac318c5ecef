import { and, count, getTableColumns, type SQL } from "drizzle-orm";
import type { SelectedFields, SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PageRequest } from "../http/contract/index.ts";
import type { Database } from "./database.ts";

/** A statement that counts the rows that fit. */
export function countRows(
  db: Database,
  table: SQLiteTable,
  where: SQL | undefined,
  total = count(),
) {
  return db.select({ total }).from(table).where(where);
}

interface Which {
  /** What is shown of each row, where it is not what stands in it. */
  columns?: SelectedFields;
  where?: SQL | undefined;
  /** Which of them this page may show, where not all that are counted. */
  behind?: SQL | undefined;
  orderBy: readonly (SQL | SQLiteColumn)[];
  /** How many there are, where that is known, or what says so without a look at each. */
  counted?: number | SQL<number> | undefined;
}

/** One page of a table's rows, and how many there are in all. */
export async function selectPage<T extends SQLiteTable>(
  db: Database,
  table: T,
  { columns, where, behind, orderBy, counted }: Which,
  { limit, offset }: Pick<PageRequest, "limit" | "offset">,
): Promise<{ items: T["$inferSelect"][]; total: number }> {
  const rows: SQLiteTable = table;
  const page = db
    .select(columns ?? getTableColumns(rows))
    .from(rows)
    .where(and(where, behind))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  if (typeof counted === "number") return { items: await page, total: counted };
  const [items, totals] = await db.batch([page, countRows(db, rows, where, counted)]);
  return { items, total: totals[0]?.total ?? 0 };
}
