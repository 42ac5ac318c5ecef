import { eq, sql, type SQL } from "drizzle-orm";
import { among, ShortMemory, type Database } from "../platform/index.ts";
import { CREDENTIAL_TTL_MS } from "./credential.ts";
import type { Holders } from "./held-tenants.ts";
import { tenantErasures } from "./tables.ts";

const MAX_REMEMBERED = 2_000;

const remembered = new ShortMemory<string, ReadonlySet<string>>(CREDENTIAL_TTL_MS, MAX_REMEMBERED);

/** The tenants among these whose data is being erased or is gone. Nobody is let in for them. */
export async function erasedAmong(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { tenantId } = tenantErasures;
  const rows = await db.select({ tenantId }).from(tenantErasures).where(among(tenantId, ids));
  return new Set(rows.map((row) => row.tenantId));
}

/** The same for one tenant, as a statement for a batch. */
export function erasureStatement(db: Database, id: string) {
  const { tenantId } = tenantErasures;
  return db.select({ tenantId }).from(tenantErasures).where(eq(tenantId, id));
}

/**
 * A caller's tenants without the erased ones. Which are erased is remembered as long as a credential
 * is.
 */
export async function standingAmong(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  const erased = await remembered.recall(ids.join(" "), now, () => erasedAmong(db, ids));
  return ids.filter((id) => !erased.has(id));
}

/**
 * A holder's tenants without the erased ones; null, as in the column, for a holder that reaches all.
 */
export function standingOf({ tenants }: Holders): SQL<string[] | null> {
  return sql<string[] | null>`case when ${tenants} is not null then (
    select json_group_array(value) from json_each(${tenants})
    where value not in (select tenant_id from ${tenantErasures})) end`.mapWith(tenants);
}

/** Whether the holder reaches any tenant that is not erased. */
export function hasStanding({ tenants }: Holders): SQL {
  return sql`(${tenants} is null or exists (select 1 from json_each(${tenants})
    where value not in (select tenant_id from ${tenantErasures})))`;
}
