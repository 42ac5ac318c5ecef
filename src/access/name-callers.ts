import { and, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { among, type Database } from "../platform/index.ts";
import type { Names } from "./name-rows.ts";
import type { Reach } from "./principal.ts";
import { accessTokens, people, serviceKeys } from "./tables.ts";

/** Readers of one tenant are told no name of a caller who reaches all tenants. */
type Callers = typeof people | typeof accessTokens | typeof serviceKeys;

export function namePeople(db: Database, reach: Reach, ids: readonly string[]): Promise<Names> {
  return nameCallers(db, people, people.disabledAt, reach, ids);
}

export function nameTokens(db: Database, reach: Reach, ids: readonly string[]): Promise<Names> {
  return nameCallers(db, accessTokens, accessTokens.revokedAt, reach, ids);
}

export function nameServiceKeys(db: Database, reach: Reach, ids: readonly string[]) {
  return nameCallers(db, serviceKeys, serviceKeys.revokedAt, reach, ids);
}

async function nameCallers(
  db: Database,
  table: Callers,
  endedAt: SQLiteColumn,
  reach: Reach,
  ids: readonly string[],
): Promise<Names> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: table.id,
      name: table.name,
      tenants: table.tenants,
      stands: sql<number>`${endedAt} is null`,
    })
    .from(table)
    .where(and(among(table.id, ids), meetsReach(table.tenants, reach)));
  return new Map(rows.map(({ id, stands, ...row }) => [id, { ...row, stands: stands === 1 }]));
}

/** Whether a caller is of one of these tenants; whoever reaches all of them is of none. */
export function meetsReach(tenants: SQLiteColumn, reach: Reach): SQL | undefined {
  if (reach === "all") return undefined;
  return sql`exists (select 1 from json_each(${tenants}) as theirs
    where theirs.value in (select value from json_each(${JSON.stringify(reach)})))`;
}
