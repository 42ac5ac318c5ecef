import { database } from "../../platform/index.ts";
import type { Period } from "../gate/period.ts";
import type { Tenant } from "../schemas.ts";
import { findPlan } from "../store.ts";
import { readUsage } from "./read-usage.ts";
import type { Usage } from "./schemas.ts";
import { summariseUsage } from "./summarise-usage.ts";

type Account = Pick<Tenant, "tenantId" | "plan" | "monthlyQuota">;

/** One month of a tenant under its plan of today. */
export async function showUsage(
  env: Cloudflare.Env,
  { tenantId, plan, monthlyQuota }: Account,
  period: Period,
  now: number,
): Promise<Usage> {
  const [terms, report] = await Promise.all([
    findPlan(database(env), plan),
    readUsage(env, tenantId, now, period),
  ]);
  const { currency = "EUR", unitPriceMicros = 0 } = terms ?? {};
  return summariseUsage(report, period, { quota: monthlyQuota, currency, unitPriceMicros }, now);
}
