import { database } from "../../platform/index.ts";
import type { UsageReport } from "../gate/gate-object.ts";
import type { UsageRow } from "../gate/hour-store.ts";
import type { Period } from "../gate/period.ts";
import type { Tenant } from "../answers.ts";
import { findPlan } from "../store.ts";
import { readUsage } from "./read-usage.ts";
import type { Usage } from "./answers.ts";
import { daysOf, summariseUsage } from "./summarise-usage.ts";

type Account = Pick<Tenant, "tenantId" | "plan" | "monthlyQuota">;

interface Month {
  usage: Usage;
  /** When each key was last used, in any month, in milliseconds. */
  lastUses: UsageReport["lastUses"];
  /** The month's days, with one key's usage only. */
  daysOfKey: (keyId: string) => Usage["days"];
}

/** A tenant's usage in one month, under its plan of today. */
export async function showUsage(
  env: Cloudflare.Env,
  account: Account,
  period: Period,
  now: number,
): Promise<Usage> {
  return (await showMonth(env, account, period, now)).usage;
}

/** The same, with what the gate knows of keys beyond the month. */
export async function showMonth(
  env: Cloudflare.Env,
  { tenantId, plan, monthlyQuota }: Account,
  period: Period,
  now: number,
): Promise<Month> {
  const [terms, report] = await Promise.all([
    findPlan(database(env), plan),
    readUsage(env, tenantId, now, period),
  ]);
  const { currency = "EUR", unitPriceMicros = 0 } = terms ?? {};
  const current = { quota: monthlyQuota, currency, unitPriceMicros };
  const usage = summariseUsage(report, period, current, now);
  let byKey: Map<string, UsageRow[]> | undefined;
  const daysOfKey = (keyId: string) => {
    byKey ??= Map.groupBy(report.rows, ({ key_id }) => key_id);
    return daysOf(byKey.get(keyId) ?? []);
  };
  return { usage, lastUses: report.lastUses, daysOfKey };
}
