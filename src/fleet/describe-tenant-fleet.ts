import { eq, sql } from "drizzle-orm";
import type { TenantId } from "../access/claim-tenant.ts";
import type { Database } from "../platform/index.ts";
import type { EffectiveState } from "./effective-state.ts";
import { noCounts, type StateCounts } from "./count-states.ts";
import { stateSql } from "./state-sql.ts";
import { agents } from "./tables.ts";

export interface TenantFleet {
  total: number;
  states: StateCounts;
  /** Certificates of agents that are not revoked. */
  certificates: { valid: number; expiring: number; expired: number; nextExpiresAt: number | null };
}

/** One tenant's agents by what they are now, and the certificates that they carry. */
export async function describeTenantFleet(
  db: Database,
  tenantId: TenantId,
  now: number,
): Promise<TenantFleet> {
  const kept = sql`${agents.revokedAt} is null`;
  const expired = sql`${kept} and ${agents.certNotAfter} <= ${now}`;
  const expiring = sql`${kept} and ${agents.certNotAfter} > ${now} and ${agents.certExpiringFrom} < ${now}`;
  const rows = await db
    .select({
      state: sql<EffectiveState>`(${sql.raw(stateSql(now))})`.as("state"),
      count: sql<number>`count(*)`,
      kept: sql<number>`coalesce(sum(${kept}), 0)`,
      expired: sql<number>`coalesce(sum(${expired}), 0)`,
      expiring: sql<number>`coalesce(sum(${expiring}), 0)`,
      next: sql<number | null>`min(case when ${kept} then ${agents.certNotAfter} end)`,
    })
    .from(agents)
    .where(eq(agents.tenantId, tenantId))
    .groupBy(sql`state`);
  const fleet: TenantFleet = {
    total: 0,
    states: noCounts(),
    certificates: { valid: 0, expiring: 0, expired: 0, nextExpiresAt: null },
  };
  const { certificates } = fleet;
  for (const row of rows) {
    fleet.total += row.count;
    fleet.states[row.state] = row.count;
    certificates.valid += row.kept - row.expired - row.expiring;
    certificates.expiring += row.expiring;
    certificates.expired += row.expired;
    if (row.next !== null) {
      certificates.nextExpiresAt = Math.min(row.next, certificates.nextExpiresAt ?? row.next);
    }
  }
  return fleet;
}
