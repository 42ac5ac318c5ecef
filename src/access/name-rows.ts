import { and, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { among, type Database } from "../platform/index.ts";
import type { Reach } from "./principal.ts";

export interface Named {
  name: string;
  /** Whether the thing can still be looked at. */
  stands: boolean;
  /** Set for a caller: its tenants, or null if it reaches all. */
  tenants?: readonly string[] | null;
}

export type Names = ReadonlyMap<string, Named>;

interface Columns {
  id: SQLiteColumn;
  name: SQLiteColumn;
  tenantId: SQLiteColumn;
  /** Set once the thing has ended, if its row stays. */
  endedAt?: SQLiteColumn;
}

/** The names of the things with these ids that are within reach. */
export async function nameRows(
  db: Database,
  { id, name, tenantId, endedAt }: Columns,
  reach: Reach,
  ids: readonly string[],
): Promise<Names> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: sql<string>`${id}`.as("thing"),
      name: sql<string | null>`${name}`.as("called"),
      stands: sql<number>`${endedAt ?? null} is null`.as("stands"),
    })
    .from(id.table)
    .where(and(among(id, ids), reach === "all" ? undefined : among(tenantId, reach)));
  return new Map(
    rows.flatMap((row) =>
      row.name === null ? [] : [[row.id, { name: row.name, stands: row.stands === 1 }] as const],
    ),
  );
}
