import { and, asc, eq, gt, gte, lt, sql, type SQL } from "drizzle-orm";
import type { TenantId } from "../../access/claim-tenant.ts";
import { refuseField, type Refusal } from "../../http/index.ts";
import { database, timeOf, type Database } from "../../platform/index.ts";
import { periodOf, startOf } from "../../tenants/gate/period.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { limitsOf, tenantAi } from "../settings/tenant-ai.ts";
import { aiCalls } from "../tables.ts";
import type { AiUsage } from "./answers.ts";
import type { Grouping } from "./schemas.ts";

const MOST_GROUPS = 1_000;
/** The key of the group that sums up all further groups. */
const OTHERS = "(others)";

export interface UsageRequest {
  from?: string | undefined;
  to?: string | undefined;
  groupBy: Grouping;
}

/** Sums up a tenant's calls of providers, and shows what is left of its budget this month. */
export async function showAiUsage(
  env: Cloudflare.Env,
  tenantId: TenantId,
  { from: first, to: last, groupBy }: UsageRequest,
  now: number,
): Promise<AiUsage | Refusal> {
  const period = periodOf(now);
  const from = first === undefined ? startOf(period) : Date.parse(first);
  const to = last === undefined ? now + 1 : Date.parse(last);
  if (from >= to) return refuseField("from", 'must lie before "to"');
  // Asked first, because this brings the ledger up to date.
  const account = await knowledgeOf(env, tenantId).spendAccount(period);
  const { groups, totals } = await readLedger(database(env), tenantId, from, to, groupBy);
  const { settings } = await tenantAi(env, tenantId, now);
  const { monthlyMicroUsd = null, monthlyTokens = null } = limitsOf(settings);
  return {
    tenantId,
    from: timeOf(from),
    to: timeOf(to),
    groupBy,
    total: totals[0] ?? NOTHING,
    groups,
    budget: {
      period,
      limitMicroUsd: monthlyMicroUsd,
      spentMicroUsd: account.spentMicros,
      unconfirmedMicroUsd: account.unconfirmedMicros,
      remainingMicroUsd:
        monthlyMicroUsd === null ? null : Math.max(0, monthlyMicroUsd - account.spentMicros),
      limitTokens: monthlyTokens,
      spentTokens: account.spentTokens,
    },
  };
}

const NOTHING = {
  calls: 0,
  failed: 0,
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
  characters: 0,
  seconds: 0,
  costMicroUsd: 0,
  unpriced: 0,
  averageLatencyMs: 0,
};

const KEYS: Record<Grouping, SQL<string>> = {
  day: sql<string>`strftime('%Y-%m-%d', ${aiCalls.createdAt} / 1000, 'unixepoch')`,
  operation: sql<string>`${aiCalls.operation}`,
  provider: sql<string>`${aiCalls.provider}`,
  model: sql<string>`${aiCalls.model}`,
  user: sql<string>`${aiCalls.userId}`,
};

const units = (unit: string, column: SQL) =>
  sql<number>`coalesce(sum(case when ${aiCalls.unit} = ${unit} then ${column} end), 0)`;
const unitsIn = sql`coalesce(${aiCalls.unitsIn}, 0)`;
const unitsOut = sql`coalesce(${aiCalls.unitsOut}, 0)`;

/** The columns are named, because a batch tells them apart by their names. */
const SUMS = {
  calls: sql<number>`count(*)`.as("calls"),
  failed: sql<number>`sum(${aiCalls.outcome} <> 'ok')`.as("failed"),
  promptTokens: units("token", unitsIn).as("prompt"),
  completionTokens: units("token", unitsOut).as("completion"),
  totalTokens: units("token", sql`${unitsIn} + ${unitsOut}`).as("tokens"),
  characters: units("character", unitsIn).as("characters"),
  seconds: units("second", unitsIn).as("seconds"),
  costMicroUsd: sql<number>`coalesce(sum(${aiCalls.costMicros}), 0)`.as("cost"),
  unpriced: sql<number>`sum(${aiCalls.costMicros} is null and ${aiCalls.outcome} <> 'failed')`.as(
    "unpriced",
  ),
  averageLatencyMs: sql<number>`cast(round(avg(${aiCalls.latencyMs})) as integer)`.as("latency"),
};

async function readLedger(
  db: Database,
  tenantId: TenantId,
  from: number,
  to: number,
  by: Grouping,
) {
  const where = and(
    eq(aiCalls.tenantId, tenantId),
    gte(aiCalls.createdAt, from),
    lt(aiCalls.createdAt, to),
  );
  const key = KEYS[by];
  const sums = (among: SQL | undefined) =>
    db
      .select(SUMS)
      .from(aiCalls)
      .where(among)
      .having(sql`count(*) > 0`);
  const [groups, totals] = await db.batch([
    db
      .select({ key: key.as("grouped"), ...SUMS })
      .from(aiCalls)
      .where(where)
      .groupBy(key)
      .orderBy(asc(key))
      .limit(MOST_GROUPS),
    sums(where),
  ]);
  const last = groups[MOST_GROUPS - 1];
  const others = last === undefined ? [] : await sums(and(where, gt(key, last.key)));
  return { groups: [...groups, ...others.map((rest) => ({ key: OTHERS, ...rest }))], totals };
}
