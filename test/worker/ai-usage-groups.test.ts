import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { usage } from "../../src/ai/usage/answers.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";

const USERS = 1_003;

/** One call of each user; the first user's call took longest. */
async function calledBy(tenantId: string, users: number): Promise<void> {
  const rows = Array.from({ length: users }, (_, at) => ({
    id: `${tenantId}-${at}`,
    user: `user:${String(at).padStart(5, "0")}`,
    latency: at === 0 ? 1_000 : 10,
  }));
  const insert = `insert into ai_calls (id, tenant_id, user_id, operation, provider, model, unit,
      units_in, units_out, cost_micros, latency_ms, outcome, trace_id, created_at)
    select value ->> 'id', ?, value ->> 'user', 'chat', 'p', 'm', 'token', 3, 2, 7,
      value ->> 'latency', 'ok', 't', ? from json_each(?)`;
  await env.DB.prepare(insert).bind(tenantId, Date.now(), JSON.stringify(rows)).run();
}

it("GET /ai/usage: 200 with the sum of all beyond 1,000 groups in a group (others)", async () => {
  const tenantId = await aTenant();
  await calledBy(tenantId, USERS);
  const as = await aMember(tenantId);
  const path = `/ai/usage?tenantId=${tenantId}&groupBy=user`;
  const { groups, total } = usage.parse(await (await call("GET", path, { as })).json());
  const sum = (of: "calls" | "costMicroUsd" | "totalTokens") =>
    groups.reduce((all, group) => all + group[of], 0);
  expect([sum("calls"), sum("costMicroUsd"), sum("totalTokens")]).toEqual([
    total.calls,
    total.costMicroUsd,
    total.totalTokens,
  ]);
  const rest = { key: "(others)", calls: 3, costMicroUsd: 21, totalTokens: 15 };
  expect(groups.at(-1)).toMatchObject({ ...rest, averageLatencyMs: 10 });
});
