import { and, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { among, type Database } from "../platform/index.ts";
import { meetsReach, type Holders } from "./held-tenants.ts";
import type { Names } from "./name-rows.ts";
import type { Reach } from "./principal.ts";
import { accessTokens, people, serviceKeys } from "./tables.ts";

export function namePeople(db: Database, reach: Reach, ids: readonly string[]): Promise<Names> {
  return nameCallers(db, people, people.disabledAt, reach, ids);
}

export function nameTokens(db: Database, reach: Reach, ids: readonly string[]): Promise<Names> {
  return nameCallers(db, accessTokens, accessTokens.revokedAt, reach, ids);
}

export function nameServiceKeys(db: Database, reach: Reach, ids: readonly string[]) {
  return nameCallers(db, serviceKeys, serviceKeys.revokedAt, reach, ids);
}

/**
 * Names callers by their ids. Readers without all tenants get no name of a caller who reaches all.
 */
async function nameCallers(
  db: Database,
  table: Holders,
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
