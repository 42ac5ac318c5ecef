import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { aCode } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { anOperator, aTenant } from "../../support/people.ts";

/** More calls of D1 than any of these orders makes. */
const MOST_CALLS = 5;

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

describe("a change that is ordered, wherever D1 fails", () => {
  it("leaves one trace: the end of an enrolment code, though it is ordered again", async () => {
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

  it("leaves one trace each: new policies", async () => {
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
});
