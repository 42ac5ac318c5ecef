import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/index.ts";
import { apiKeys, plans, tenants } from "../tables.ts";
import { effectivePlan } from "./effective-plan.ts";
import { chainsOf } from "./key-cap.ts";
import type { KeyEntry, LeaseTerms } from "./lease.ts";
import { priceIdOf } from "./price-id.ts";

const NOBODY: LeaseTerms = {
  status: "unknown",
  keys: [],
  weights: {},
  priceId: "",
  burstPerSecond: 0,
  quota: 0,
};

/** Loads from D1 what an isolate must know to let a tenant's calls in. */
export async function loadTerms(db: Database, tenantId: string, now: number): Promise<LeaseTerms> {
  const working = and(isNull(apiKeys.deletedAt), isNull(apiKeys.disabledAt));
  const [[tenant], keys, allPlans] = await db.batch([
    db.select().from(tenants).where(eq(tenants.id, tenantId)),
    db
      .select({
        id: apiKeys.id,
        hash: apiKeys.hash,
        scopes: apiKeys.scopes,
        expiresAt: apiKeys.expiresAt,
        addresses: apiKeys.allowedAddresses,
        monthlyCap: apiKeys.monthlyCap,
        replacedBy: apiKeys.replacedBy,
        isWorking: sql<number>`${working}`,
      })
      .from(apiKeys)
      // Replaced keys are loaded too: what they spent counts for their successors' caps.
      .where(and(eq(apiKeys.tenantId, tenantId), or(working, isNotNull(apiKeys.replacedBy)))),
    db.select().from(plans),
  ]);
  const plan = tenant && allPlans.find(({ id }) => id === effectivePlan(tenant, now));
  if (tenant === undefined || plan === undefined) return NOBODY;
  return {
    status: tenant.status,
    keys: entriesOf(keys, now),
    weights: plan.weights,
    priceId: priceIdOf(plan),
    burstPerSecond: plan.burstPerSecond,
    quota: tenant.monthlyQuota ?? plan.monthlyQuota,
  };
}

interface KeyRow extends Omit<KeyEntry, "cap"> {
  monthlyCap: number | null;
  replacedBy: string | null;
  isWorking: number;
}

function entriesOf(rows: readonly KeyRow[], now: number): KeyEntry[] {
  const chains = chainsOf(rows);
  return rows
    .filter(({ isWorking, expiresAt }) => isWorking === 1 && (expiresAt ?? Infinity) > now)
    .map(({ monthlyCap, replacedBy: _by, isWorking: _is, ...entry }) =>
      monthlyCap === null
        ? entry
        : {
            ...entry,
            cap: { keyId: entry.id, units: monthlyCap, keys: chains.get(entry.id) ?? [] },
          },
    );
}
