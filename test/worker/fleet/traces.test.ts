import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { aCode } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { anOperator, aTenant } from "../../support/people.ts";

/** More calls of D1 than any of these orders makes. */
const MOST_CALLS = 5;

interface Traces {
  items: { detail: Record<string, unknown> }[];
}

async function order(DB: D1Database, method: string, path: string, as: string, body?: object) {
  const init: RequestInit = {
    method,
    headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  return (await anApp({}, { DB }).request(`http://rampart.test${path}`, init)).status;
}

async function total(path: string, as: string): Promise<number> {
  return (await (await call("GET", path, { as })).json<{ total: number }>()).total;
}

describe("a change by an operator, wherever D1 fails", () => {
  it("has one audit entry: the revocation of an enrolment code, though it is repeated", async () => {
    const as = await anOperator();
    for (let calls = 0; calls < MOST_CALLS; calls += 1) {
      const tenantId = await aTenant();
      const path = `/admin/enrollment-codes/${(await aCode({ tenantId })).id}`;
      await order(dyingDatabase(calls), "DELETE", path, as);
      for (const DB of [env.DB, env.DB]) expect(await order(DB, "DELETE", path, as)).toBe(204);
      const audit = `/admin/audit?tenantId=${tenantId}&action=enrollment_code.revoked`;
      expect(await total(audit, as)).toBe(1);
    }
  });

  it("has one audit entry: each new policy", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const body = { tenantId, name: "x", document: {} };
    for (let calls = 0; calls <= MOST_CALLS; calls += 1) {
      await order(dyingDatabase(calls), "POST", "/admin/policies", as, body);
    }
    const made = await total(`/admin/policies?tenantId=${tenantId}`, as);
    expect(made).toBeGreaterThan(0);
    expect(await total(`/admin/audit?tenantId=${tenantId}&action=policy.created`, as)).toBe(made);
  });

  it("has one audit entry with its number: each new revision", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const made = await call("POST", "/admin/policies", {
      as,
      body: { tenantId, name: "x", document: {} },
    });
    const path = `/admin/policies/${(await made.json<{ id: string }>()).id}`;
    for (let calls = 0; calls <= MOST_CALLS; calls += 1) {
      await order(dyingDatabase(calls), "POST", `${path}/revisions`, as, { document: {} });
    }
    const newest = await (await call("GET", path, { as })).json<{ revision: number }>();
    expect(newest.revision).toBeGreaterThan(1);
    const audit = `/admin/audit?tenantId=${tenantId}&action=policy.revised`;
    const { items } = await (await call("GET", audit, { as })).json<Traces>();
    const told = items.map(({ detail }) => detail["revision"]);
    expect(told.toReversed()).toEqual(
      Array.from({ length: newest.revision - 1 }, (_, at) => at + 2),
    );
  });

  it("has one audit entry with the new values: each change of the fleet settings", async () => {
    const as = await anOperator();
    const body = { certificateDays: 7, lockOnConflict: true };
    let changes = 0;
    for (let calls = 0; calls <= MOST_CALLS; calls += 1) {
      const tenantId = await aTenant();
      const path = `/admin/fleet/settings/${tenantId}`;
      await order(dyingDatabase(calls), "PATCH", path, as, body);
      const after = await (await call("GET", path, { as })).json<{ certificateDays: number }>();
      const changed = after.certificateDays === 7;
      changes += Number(changed);
      const audit = `/admin/audit?tenantId=${tenantId}&action=fleet_settings.changed`;
      const { items } = await (await call("GET", audit, { as })).json<Traces>();
      expect(items.map(({ detail }) => detail)).toEqual(changed ? [after] : []);
    }
    expect(changes).toBeGreaterThan(0);
  });

  it("has no audit entry if every setting of a PATCH is as before", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const path = `/admin/fleet/settings/${tenantId}`;
    expect(await order(env.DB, "PATCH", path, as, { lockOnConflict: false })).toBe(200);
    expect(await total(`/admin/audit?tenantId=${tenantId}&action=fleet_settings.changed`, as)).toBe(
      0,
    );
  });
});
