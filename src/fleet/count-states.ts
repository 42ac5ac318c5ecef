import { sql } from "drizzle-orm";
import type { TenantId } from "../access/claim-tenant.ts";
import type { Database } from "../platform/index.ts";
import { type EffectiveState, STATES } from "./effective-state.ts";
import { type Part, partsAt } from "./state-sql.ts";

export type StateCounts = Record<EffectiveState, number>;

/** All tenants that have agents, found by jumping along an index instead of reading every agent. */
const WITH_TENANTS = `WITH RECURSIVE known(id) AS (
  SELECT min(tenant_id) FROM agents
  UNION ALL SELECT (SELECT min(tenant_id) FROM agents WHERE tenant_id > id) FROM known
    WHERE id IS NOT NULL)`;

/**
 * Counts agents by state, each part as a range of one index (docs/decisions/0021): for every tenant
 * that has agents, or for the named one, even if it has none.
 */
export async function countStates(
  db: Database,
  now: number,
  tenantId?: TenantId,
): Promise<Map<string, StateCounts>> {
  const parts = partsAt(now);
  const columns = ["id", ...parts.map(countSql)].join();
  const known =
    tenantId === undefined ? sql.raw(WITH_TENANTS) : sql`WITH known(id) AS (SELECT ${tenantId})`;
  const rows = await db.values<[tenantId: string, ...found: string[]]>(
    sql`${known} SELECT ${sql.raw(columns)} FROM known WHERE id IS NOT NULL`,
  );
  return new Map(
    rows.map(([id, ...found]) => {
      const counts = noCounts();
      for (const [at, part] of parts.entries()) addPart(counts, part, found[at] ?? "[0]");
      return [id, counts];
    }),
  );
}

/**
 * The subquery for a part. It gives a JSON list, because it can give only one value: first all of the
 * part, then each exception.
 */
function countSql({ where, but }: Part): string {
  const others = Object.values(but).map((are) => `count(*) FILTER (WHERE ${are})`);
  const list = ["count(*)", ...others].join();
  return `(SELECT json_array(${list}) FROM agents WHERE tenant_id = id AND ${where})`;
}

function addPart(counts: StateCounts, { state, but }: Part, found: string): void {
  const [all = 0, ...others] = JSON.parse(found) as number[];
  counts[state] += all;
  for (const [at, other] of (Object.keys(but) as EffectiveState[]).entries()) {
    const some = others[at] ?? 0;
    counts[other] += some;
    counts[state] -= some;
  }
}

export function noCounts(): StateCounts {
  return Object.fromEntries(STATES.map((state) => [state, 0])) as StateCounts;
}
