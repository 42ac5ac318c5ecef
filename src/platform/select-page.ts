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

interface Which<M extends object> {
  /** What to select; all columns without it. */
  columns?: SelectedFields;
  /** What to select besides. */
  more?: { [Name in keyof M]: SQL<M[Name]> };
  where?: SQL | undefined;
  /** A condition for the items of this page only, and not for the count. */
  behind?: SQL | undefined;
  orderBy: readonly (SQL | SQLiteColumn)[];
  /** The total, if it is known, or a cheaper way to count. */
  counted?: number | SQL<number> | undefined;
}

/** One page of a table's rows, and how many there are in all. */
export async function selectPage<T extends SQLiteTable, M extends object = object>(
  db: Database,
  table: T,
  { columns, more, where, behind, orderBy, counted }: Which<M>,
  { limit, offset }: Pick<PageRequest, "limit" | "offset">,
): Promise<{ items: (T["$inferSelect"] & M)[]; total: number }> {
  const rows: SQLiteTable = table;
  const page = db
    .select({ ...(columns ?? getTableColumns(rows)), ...more })
    .from(rows)
    .where(and(where, behind))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  type Items = (T["$inferSelect"] & M)[];
  if (typeof counted === "number") return { items: (await page) as Items, total: counted };
  const [items, totals] = await db.batch([page, countRows(db, rows, where, counted)]);
  return { items: items as Items, total: totals[0]?.total ?? 0 };
}
