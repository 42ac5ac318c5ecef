import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { PageRequest } from "../../http/contract/index.ts";
import type { Database } from "../../platform/index.ts";
import { maskToScopes } from "../gate/modules.ts";
import { apiKeys } from "../tables.ts";
import type { ApiKey } from "./schemas.ts";

export const MAX_API_KEYS = 200;

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** False when the tenant has as many keys as it may have. One statement, so no race. */
export async function insertApiKey(db: Database, row: ApiKeyRow): Promise<boolean> {
  const columns = Object.keys(row) as (keyof ApiKeyRow)[];
  const names = columns.map((column) => sql.identifier(apiKeys[column].name));
  const values = columns.map((column) => sql.param(row[column], apiKeys[column]));
  const { meta } = await db.run(sql`
    insert into ${apiKeys} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)}
    where (select count(*) from ${apiKeys}
           where tenant_id = ${row.tenantId} and deleted_at is null) < ${MAX_API_KEYS}`);
  return meta.changes === 1;
}

export async function findApiKey(
  db: Database,
  tenantId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db.select().from(apiKeys).where(one(tenantId, id));
  return row;
}

export async function updateApiKey(
  db: Database,
  tenantId: string,
  id: string,
  change: Partial<ApiKeyRow>,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db.update(apiKeys).set(change).where(one(tenantId, id)).returning();
  return row;
}

export async function listApiKeys(db: Database, tenantId: string, page: PageRequest) {
  const where = and(eq(apiKeys.tenantId, tenantId), isNull(apiKeys.deletedAt));
  const [items, totals] = await db.batch([
    db
      .select()
      .from(apiKeys)
      .where(where)
      .orderBy(desc(apiKeys.createdAt), apiKeys.id)
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(apiKeys).where(where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

export function showApiKey(row: ApiKeyRow, lastUsedAt: number | undefined, now: number): ApiKey {
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    scopes: maskToScopes(row.scopes),
    allowedAddresses: row.allowedAddresses,
    last4: row.last4,
    status: statusOf(row, now),
    createdBy: row.createdBy,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
    replacedBy: row.replacedBy,
  };
}

function statusOf(row: ApiKeyRow, now: number): ApiKey["status"] {
  if (row.disabledAt !== null) return "disabled";
  if (row.expiresAt !== null && row.expiresAt <= now) return "expired";
  return row.replacedBy === null ? "active" : "replaced";
}

function one(tenantId: string, id: string) {
  return and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id), isNull(apiKeys.deletedAt));
}
