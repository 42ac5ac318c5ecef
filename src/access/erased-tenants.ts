import { eq, sql, type SQL } from "drizzle-orm";
import { among, ShortMemory, type Database } from "../platform/index.ts";
import { CREDENTIAL_TTL_MS } from "./credential.ts";
import type { Holders } from "./held-tenants.ts";
import { tenantErasures } from "./tables.ts";

const MAX_REMEMBERED = 2_000;

const remembered = new ShortMemory<string, ReadonlySet<string>>(CREDENTIAL_TTL_MS, MAX_REMEMBERED);

/** Those whose data is being erased or is gone: nobody is let in for them. */
export async function erasedAmong(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { tenantId } = tenantErasures;
  const rows = await db.select({ tenantId }).from(tenantErasures).where(among(tenantId, ids));
  return new Set(rows.map((row) => row.tenantId));
}

/** The same of one, to be asked in a batch. */
export function erasureStatement(db: Database, id: string) {
  const { tenantId } = tenantErasures;
  return db.select({ tenantId }).from(tenantErasures).where(eq(tenantId, id));
}

/** The others of a caller's tenants; what is remembered of them is as old as a credential may be. */
export async function standingAmong(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  const erased = await remembered.recall(ids.join(" "), now, () => erasedAmong(db, ids));
  return ids.filter((id) => !erased.has(id));
}

/** A holder's tenants without those that are erased; null, as ever, for who reaches them all. */
export function standingOf({ tenants }: Holders): SQL<string[] | null> {
  return sql<string[] | null>`case when ${tenants} is not null then (
    select json_group_array(value) from json_each(${tenants})
    where value not in (select tenant_id from ${tenantErasures})) end`.mapWith(tenants);
}

/** Somebody of erased tenants alone is nobody. */
export function hasStanding({ tenants }: Holders): SQL {
  return sql`(${tenants} is null or exists (select 1 from json_each(${tenants})
    where value not in (select tenant_id from ${tenantErasures})))`;
}
