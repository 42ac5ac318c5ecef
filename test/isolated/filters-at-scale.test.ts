import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import type { Reach } from "../../src/access/principal.ts";
import { isRefusal } from "../../src/http/index.ts";
import { pageRequest } from "../../src/http/contract/index.ts";
import { previewOrder } from "../../src/fleet/bulk/preview-order.ts";
import { readyFilter, type Filter } from "../../src/fleet/list-filter.ts";
import { listAgents } from "../../src/fleet/list-store.ts";
import { fillFleet } from "../support/fill-fleet.ts";
import { rowsRead } from "../support/rows-read.ts";

/** With `npm test -- --all` as many as a large fleet has. */
const AGENTS = env.TEST_ALL === "" ? 20_000 : 100_000;
const TENANTS = 20;
const TENANT = "tenant-3";
const FOUND = 40;
const DAY_MS = 86_400_000;
const page = pageRequest({ limit: 10 });

describe(`${AGENTS} agents`, () => {
  const now = Date.now();

  beforeAll(async () => {
    for (const statement of fillFleet(AGENTS, TENANTS, now)) await env.DB.prepare(statement).run();
    const some = `rowid in (select rowid from agents where tenant_id = '${TENANT}' limit ${FOUND})`;
    const end = now + 3 * DAY_MS;
    await env.DB.batch([
      env.DB.prepare("update agents set version = '1.' || (rowid % 20) || '.0'"),
      env.DB.prepare(`update agents set version = '0.9.0', cert_not_after = ${end} where ${some}`),
      env.DB.prepare(
        `insert into policies (id, tenant_id, name, created_at) values ('p', '${TENANT}', 'p', 0)`,
      ),
      env.DB.prepare(`update agents set code_policy_id = 'p' where ${some}`),
    ]);
  }, 240_000);

  async function readFor(reach: Reach, filter: Filter) {
    let total = 0;
    const rows = await rowsRead(async (db) => {
      const ready = await readyFilter(db, reach, filter);
      if (isRefusal(ready)) throw new Error(ready.message);
      total = (await listAgents(db, reach, ready, page, now)).total;
    });
    return { total, rows };
  }

  // Some rows for each that is found, and one for each tenant and version.
  const few = FOUND * 6 + TENANTS * 100;
  it.each<[string, Filter]>([
    ["of one version", { version: "0.9.0" }],
    ["of all older versions", { version_below: "1.0.0" }],
    ["whose certificate ends soon", { cert_expires_within_days: 5 }],
    ["whose certificate ends soon, by id", { cert_expires_within_days: 5, after: "0" }],
  ])("are not read for a list of the few %s", async (_what, filter) => {
    const all = await readFor("all", filter);
    expect(all.total).toBe(FOUND);
    expect(all.rows).toBeLessThan(few);
    const one = await readFor("all", { ...filter, tenant: TENANT });
    expect(one.total).toBe(FOUND);
    expect(one.rows).toBeLessThan(few);
    const own = await readFor([TENANT], filter);
    expect(own.total).toBe(FOUND);
    expect(own.rows).toBeLessThan(few);
  });

  it.each([TENANT, null])(
    "are not read for an order for a few that are named: %s",
    async (owner) => {
      const some = env.DB.prepare("select agent_id as id from agents where tenant_id = ? limit 5");
      const { results } = await some.bind(TENANT).all<{ id: string }>();
      const agentIds = results.map(({ id }) => id);
      const tenantId = owner === null ? null : claimedBySystem(owner);
      const rows = await rowsRead(async (db) => {
        const selection = { action: "deregister", tenantId, agentIds } as const;
        expect(await previewOrder(db, selection, now)).toMatchObject({ count: 5, missing: 0 });
      });
      expect(rows).toBeLessThan(100);
    },
  );

  it("are not read to take the conflict off the few that are in one", async () => {
    const rows = await rowsRead(async (db) => {
      const selection = { action: "resolve_conflict", tenantId: null, filter: {} } as const;
      const count = Math.ceil(AGENTS / 997);
      expect(await previewOrder(db, selection, now)).toMatchObject({ count });
    });
    expect(rows).toBeLessThan(AGENTS / 100);
  });

  it("of other tenants are not read for a list by a policy", async () => {
    const ofTenant = AGENTS / TENANTS;
    const { total, rows } = await readFor("all", { policy: "p" });
    expect(total).toBe(FOUND);
    expect(rows).toBeLessThan(3 * ofTenant + few);
  });

  it("are read a few times at most for the list of those with the built-in policy", async () => {
    const { total, rows } = await readFor("all", { policy: "default" });
    expect(total).toBe(AGENTS - FOUND);
    expect(rows).toBeLessThan(6 * AGENTS);
  });

  it("are read by the index of times for a list of those seen lately", async () => {
    const since = now - 1;
    const { total, rows } = await readFor("all", { last_seen_after: since });
    expect(total).toBeGreaterThan(0);
    expect(rows).toBeLessThan(total + 200);
  });
});
