import type { TenantId } from "../../access/claim-tenant.ts";
import { database, ShortMemory } from "../../platform/index.ts";
import type { Limits } from "../usage/spend-book.ts";
import type { StoredSettings } from "./schemas.ts";
import { readTenantAi, type TenantAi } from "./store.ts";

const MEMORY_MS = 15_000;
const MOST_TENANTS = 2_000;
/** Counts if the tenant has set no limit, so that no loop runs up a bill unseen. */
const DEFAULT_CALLS_PER_MINUTE = 120;
const DEFAULT_CONCURRENT = 20;

const remembered = new ShortMemory<string, TenantAi>(MEMORY_MS, MOST_TENANTS);

/** The tenant's own settings, at most fifteen seconds old. */
export async function tenantAi(
  env: Cloudflare.Env,
  tenantId: TenantId,
  now: number,
): Promise<TenantAi> {
  return remembered.recall(tenantId, now, () => readTenantAi(database(env), tenantId));
}

export function forgetTenantAi(tenantId: TenantId): void {
  remembered.forget(tenantId);
}

/** The tenant's own limits, none of them above what operators allow. */
export function limitsOf({ limits = {}, ceiling = {} }: StoredSettings): Limits {
  return {
    monthlyMicroUsd: least(limits.monthlyMicroUsd, ceiling.monthlyMicroUsd),
    monthlyTokens: least(limits.monthlyTokens, ceiling.monthlyTokens),
    callsPerMinute:
      least(limits.callsPerMinute, ceiling.callsPerMinute) ?? DEFAULT_CALLS_PER_MINUTE,
    callsPerDay: least(limits.callsPerDay, ceiling.callsPerDay),
    concurrent: least(limits.concurrent, ceiling.concurrent) ?? DEFAULT_CONCURRENT,
  };
}

function least(...given: (number | undefined)[]): number | undefined {
  const known = given.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
