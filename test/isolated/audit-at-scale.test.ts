import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { listAudit, type AuditFilter } from "../../src/access/index.ts";
import { pageRequest } from "../../src/http/contract/index.ts";
import { database, type Database } from "../../src/platform/index.ts";
import { plansOf } from "../support/plans-of.ts";
import { rowsRead } from "../support/rows-read.ts";

/** With `npm test -- --all` as many as some months of a busy instance. */
const LINES = env.TEST_ALL === "" ? 10_000 : 100_000;
const STEP_MS = 1_000;

/** Half of all lines are looks into one tenant; 300 others share the rest. */
const FILL = `insert into audit_log (at, actor, action, tenant_id, target)
  with recursive line(n) as (select 1 union all select n + 1 from line where n < ?)
  select n * ${STEP_MS}, iif(n % 3 = 0, 'person:busy', 'person:p' || n % 500),
    iif(n % 2 = 0, 'tenants.read', 'kind.' || n % 61), iif(n % 2 = 0, 'big', 't-' || n % 300), n
  from line`;

async function plansFor(filter: AuditFilter): Promise<string[]> {
  const plans = await plansOf(async (db) => listAudit(db, filter, pageRequest({}), { seq: LINES }));
  expect(plans).toHaveLength(2);
  return plans.flat().filter((detail) => /audit_log|TEMP B-TREE FOR/.test(detail));
}

const [from, to] = [(LINES / 4) * STEP_MS, (LINES / 2) * STEP_MS];
const who = { text: "person:p7", byName: true, knownTo: "all" } as const;
const ofAll = { reach: "all" } as const;
const ofTenant = { reach: ["big"], tenantId: "big" };

describe(`${LINES} lines of the audit log`, () => {
  beforeAll(async () => {
    await env.DB.prepare(FILL).bind(LINES).run();
  }, 120_000);

  it.each<[string, AuditFilter, string]>([
    ["an actor", { ...ofAll, who }, "audit_log_actor"],
    ["an action", { ...ofAll, action: "kind.7" }, "audit_log_action"],
    ["a period", { ...ofAll, from, to }, "audit_log_at"],
    ["a start", { ...ofAll, from }, "audit_log_at"],
    ["an end", { ...ofAll, to }, "audit_log_at"],
    ["an actor and a period", { ...ofAll, who, from, to }, "audit_log_actor"],
    ["an action and a period", { ...ofAll, action: "kind.7", from, to }, "audit_log_action"],
    ["a tenant", { ...ofTenant }, "audit_log_tenant"],
    ["a tenant and an actor", { ...ofTenant, who }, "audit_log_tenant"],
    ["a tenant and an action", { ...ofTenant, action: "kind.7" }, "audit_log_tenant"],
    ["a tenant and a period", { ...ofTenant, from, to }, "audit_log_tenant"],
    ["all filters together", { ...ofTenant, who, action: "kind.7", from, to }, "audit_log_tenant"],
  ])(
    "are searched by %s with an index, without a scan of the table",
    async (_what, filter, index) => {
      const plans = await plansFor(filter);
      expect(plans.filter((detail) => detail.startsWith("SCAN"))).toEqual([]);
      expect(plans.some((detail) => detail.includes(` ${index} `))).toBe(true);
    },
  );

  it("are counted without reading each of them if no filter is given", async () => {
    const asked = async (db: Database) => listAudit(db, ofAll, pageRequest({ limit: 10 }));
    expect((await asked(database(env))).total).toBe(LINES);
    expect(await rowsRead(asked)).toBeLessThan(20);
  });

  it("are counted once for a walk through the pages, not for each page", async () => {
    const place = { seq: LINES / 2, total: LINES };
    const page = pageRequest({ limit: 200 });
    expect(await plansOf(async (db) => listAudit(db, ofAll, page, place))).toHaveLength(1);
    const { total } = await listAudit(database(env), ofAll, page, place);
    expect(total).toBe(LINES);
  });
});
