import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { TenantId } from "../access/claim-tenant.ts";
import type { Database } from "../platform/index.ts";
import { countStates, noCounts, type StateCounts } from "./count-states.ts";
import { agents } from "./tables.ts";

export interface TenantFleet {
  total: number;
  states: StateCounts;
  /** The certificates of agents that are not revoked. */
  certificates: { valid: number; expiring: number; expired: number; nextExpiresAt: number | null };
}

/** Counts one tenant's agents by state, and their certificates. */
export async function describeTenantFleet(
  db: Database,
  tenantId: TenantId,
  now: number,
): Promise<TenantFleet> {
  const those = (which: SQL) => sql<number>`count(*) filter (where ${which})`;
  const [known, [certificates]] = await Promise.all([
    countStates(db, now, tenantId),
    db
      .select({
        valid: those(sql`cert_expiring_from >= ${now} and cert_not_after > ${now}`),
        expiring: those(sql`cert_expiring_from < ${now} and cert_not_after > ${now}`),
        expired: those(sql`cert_not_after <= ${now}`),
        nextExpiresAt: sql<number | null>`min(cert_not_after)`,
      })
      .from(agents)
      .where(and(eq(agents.tenantId, tenantId), isNull(agents.revokedAt))),
  ]);
  const states = known.get(tenantId) ?? noCounts();
  const total = Object.values(states).reduce((sum, count) => sum + count, 0);
  const none = { valid: 0, expiring: 0, expired: 0, nextExpiresAt: null };
  return { total, states, certificates: certificates ?? none };
}
