import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { stubOf } from "../../../src/fleet/call-agent.ts";
import { anAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

/** What the object of this id stores: on the platform an object that stores nothing does not exist. */
const keptBy = async (tenantId: string, agentId: string) =>
  runInDurableObject(stubOf(env, { tenantId, agentId }), (_object, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master").toArray(),
  );

describe("a tenant that does not exist", () => {
  it("400 when assigned a policy, even the built-in one", async () => {
    const body = { tenantId: "nobody-is-called-so", policyId: "default" };
    const path = "/admin/policies/assignments";
    const answer = await call("PUT", path, { as: await anOperator(), body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: "unknown_tenant" }]);
  });
});

describe("an agent id that does not exist in the tenant", () => {
  it("404 for every route that names it, and no object is created", async () => {
    const [as, tenantId] = [await anOperator(), await aTenant()];
    const member = await aMember(tenantId);
    const { id: other } = await anAgent();
    // An id that an agent could have, an id that no agent can have, an id of another tenant.
    const wrong = [other.replace(/.{12}$/, "0123456789ab"), crypto.randomUUID(), other];
    const statuses: unknown[] = [];
    for (const id of wrong) {
      const one = `/admin/fleet/collectors/${tenantId}/${id}`;
      const asked = [
        ["POST", `${one}/revoke`, as],
        ["POST", `${one}/resolve-conflict`, as],
        ["GET", one, as],
        ["GET", `${one}/events`, as],
        ["GET", `/agents/${id}`, member],
        ["DELETE", `/agents/${id}`, member],
      ] as const;
      for (const [method, path, by] of asked) {
        const { status } = await call(method, path, { as: by });
        if (status !== 404) statuses.push([method, path, status]);
      }
    }
    expect(statuses).toEqual([]);
    for (const id of wrong) expect(await keptBy(tenantId, id)).toEqual([]);
  });
});

describe("an agent whose object was erased with its tenant", () => {
  it("leaves no object, and 401 for its certificate creates none", async () => {
    const agent = await anAgent();
    const { tenantId, id: agentId } = agent;
    await stubOf(env, { tenantId, agentId }).erase();
    expect(await keptBy(tenantId, agentId)).toEqual([]);
    expect((await agent.checkIn({})).status).toBe(401);
    expect((await agent.leave()).status).toBe(401);
    const as = await anOperator();
    const events = `/admin/fleet/collectors/${tenantId}/${agentId}/events`;
    expect(await (await call("GET", events, { as })).json()).toMatchObject({ total: 0 });
    expect(await keptBy(tenantId, agentId)).toEqual([]);
  });
});

describe("an agent whose object outlived its tenant", () => {
  it("404 when revoked, and the agent is not listed again", async () => {
    const { tenantId, id } = await anAgent();
    const gone = ["agents WHERE tenant_id", "tenants WHERE id"];
    for (const row of gone) await env.DB.prepare(`DELETE FROM ${row} = ?`).bind(tenantId).run();
    const path = `/admin/fleet/collectors/${tenantId}/${id}/revoke`;
    expect((await call("POST", path, { as: await anOperator() })).status).toBe(404);
    const listed = env.DB.prepare("SELECT 1 FROM agents WHERE tenant_id = ?").bind(tenantId);
    expect(await listed.first()).toBeNull();
  });
});

describe("an agent that left, once its certificates have expired too", () => {
  it("leaves no object, and no later call creates one", async () => {
    const agent = await anAgent();
    const { tenantId, id: agentId } = agent;
    const stub = stubOf(env, { tenantId, agentId });
    expect((await agent.leave()).status).toBe(200);
    await runInDurableObject(stub, (_object, { storage }) => {
      const past =
        "UPDATE record SET value = json_set(value, '$.until', 1) WHERE part = 'tombstone'";
      storage.sql.exec(past);
    });
    await evictDurableObject(stub);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await keptBy(tenantId, agentId)).toEqual([]);
    await stub.revokedAtIssuer();
    expect((await agent.leave()).status).toBe(401);
    expect(await keptBy(tenantId, agentId)).toEqual([]);
  });
});
