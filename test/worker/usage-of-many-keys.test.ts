import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import type { Usage } from "../../src/tenants/usage/answers.ts";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";

/** Every key that a tenant may have, used for every module in every other hour of a month. */
const FILL = `WITH RECURSIVE
  hours(h) AS (SELECT 0 UNION ALL SELECT h + 2 FROM hours WHERE h < 742),
  keys(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM keys WHERE k < 200),
  modules(m) AS (VALUES ('urlsearch'), ('ipsearch'), ('dnssearch'), ('darkweb'), ('antispam'))
INSERT INTO usage_hours
  SELECT strftime('%Y-%m-%dT%H', '2031-05-01', h || ' hours'), 'team:EUR:' || (400 + h / 100), m,
    printf('key%07d', k), 1, 2, 0 FROM hours, keys, modules`;
const CALLS = 372 * 200 * 5;

it("200 for a month in which all 200 keys of a tenant called all modules every other hour", async () => {
  const as = await anOperator();
  const tenantId = await aTenant();
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  await runInDurableObject(stub, (_gate: TenantGate, state) => {
    state.storage.sql.exec(FILL);
    state.storage.sql.exec(
      "INSERT INTO periods VALUES ('2031-05', 9000000, 100, ?, ?, 0)",
      Date.parse("2031-06-01T00:00:25Z"),
      2 * CALLS,
    );
  });
  const path = `/admin/tenants/${tenantId}/usage`;
  const answer = await call("GET", `${path}?period=2031-05`, { as });
  expect(answer.status).toBe(200);
  const usage = await answer.json<Usage>();
  expect(usage).toMatchObject({ used: 2 * CALLS, inspections: CALLS / 5, unitPrice: 407 });
  expect(usage.days).toHaveLength(31);
  expect(usage.days[4]).toMatchObject({ calls: 12_000, cost: 2000 * (2 * 400 + 10 * 401) });
  expect(usage.keys).toHaveLength(200);
  const csv = await call("GET", `${path}.csv?period=2031-05`, { as });
  const lines = (await csv.text()).split("\r\n").slice(1, -1);
  const sum = (at: number) => lines.reduce((all, line) => all + Number(line.split(",")[at]), 0);
  expect([sum(3), sum(4), sum(7)]).toEqual([CALLS, 2 * CALLS, usage.cost]);
});
