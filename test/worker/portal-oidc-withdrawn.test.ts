import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { PERMISSIONS_OF, issueToken } from "../../src/access/index.ts";
import { personIdOf } from "../../src/access/oidc/person-id.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { aBrowser, enterWith, Provider, sessionOf, type Claims } from "../support/oidc-provider.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

/** Ana, whose provider makes her an owner, with a session and an access token. */
async function anOwner() {
  const [provider, tenantId] = [new Provider(), await aTenant()];
  const enter = (claims: Claims) => enterWith(provider)({ tenant_id: tenantId, ...claims });
  const session = sessionOf(await enter({}));
  const personId = personIdOf(provider.url, "ana");
  const permissions = new Set(PERMISSIONS_OF.owner);
  const by = { kind: "member", reach: [tenantId], permissions, personId } as const;
  const subject = `person:${personId}`;
  const order = { name: "Ana's", permissions: [...permissions] };
  const db = database(env);
  const { token } = settle(await issueToken(db, { ...by, subject }, order, provider.now));
  const { app, get } = aBrowser(provider);
  const call = (path: string) =>
    app.request(`/admin/tenants/${tenantId}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const statuses = async () => [
    (await get(`/portal/t/${tenantId}`, session)).status,
    (await call("/api-keys")).status,
    (await call("")).status,
  ];
  const traces = async () => {
    const query = env.DB.prepare(
      "select action, tenant_id as tenantId, detail from audit_log where actor = ? order by seq",
    ).bind(`oidc:${provider.url}`);
    const { results } = await query.all<{ action: string; tenantId: string; detail: string }>();
    return results.slice(1).map(({ detail, ...line }) => ({ ...line, ...JSON.parse(detail) }));
  };
  const listed = async () => {
    const owner = await aVisitor("owner", [tenantId]);
    return (await owner.get(`/portal/t/${tenantId}/members`)).text();
  };
  return { provider, tenantId, personId, enter, statuses, traces, listed };
}

describe("a person whose provider gives no role or tenant any more", () => {
  it("without a role loses sessions and tokens within 15 s; with it again, the tokens work", async () => {
    const { provider, tenantId, enter, statuses, traces, listed } = await anOwner();
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await enter({ role: "guests" })).status).toBe(403);
    provider.now += 15_000;
    expect(await statuses()).toEqual([303, 401, 401]);
    expect((await enter({ role: "guests" })).status).toBe(403);
    expect(await traces()).toEqual([
      { action: "person.role_changed", tenantId, from: "owner", to: "viewer" },
      { action: "person.withdrawn", tenantId },
      { action: "session.ended", tenantId, by: "oidc", startedAt: expect.any(String) },
    ]);
    expect(await listed()).toContain("lets them in no more");
    expect((await enter({})).status).toBe(303);
    provider.now += 15_000;
    expect(await statuses()).toEqual([303, 200, 200]);
    expect(await listed()).not.toContain("lets them in no more");
  });

  it("is let in to the API by no token of the second of that, but by one of the next", async () => {
    const { provider, tenantId, enter } = await anOwner();
    const { app } = aBrowser(provider);
    const ask = async () => {
      const bearer = await provider.bearer({ role: "admins", tenant_id: tenantId });
      const headers = { authorization: `Bearer ${bearer}` };
      return (await app.request(`/admin/tenants/${tenantId}`, { headers })).status;
    };
    provider.now = Math.ceil(provider.now / 1_000) * 1_000;
    expect((await enter({ role: "guests" })).status).toBe(403);
    expect(await ask()).toBe(401);
    provider.now += 1_000;
    expect(await ask()).toBe(200);
  });

  it("removed in the portal stays as they are: 403 and no audit line", async () => {
    const { provider, enter, traces } = await anOwner();
    const remove = env.DB.prepare("update people set disabled_at = 1 where created_by = ?");
    await remove.bind(`oidc:${provider.url}`).run();
    await env.DB.prepare("update sessions set ended_at = 1 where person_id = ?")
      .bind(personIdOf(provider.url, "ana"))
      .run();
    expect((await enter({ role: "guests" })).status).toBe(403);
    expect(await traces()).toEqual([]);
  });

  it("without a tenant loses sessions and tokens within 15 s, and gains no higher role meanwhile", async () => {
    const { provider, enter, statuses, traces } = await anOwner();
    expect((await enter({ tenant_id: [], role: "readers" })).status).toBe(403);
    expect((await enter({ tenant_id: [], role: "admins" })).status).toBe(403);
    provider.now += 15_000;
    expect(await statuses()).toEqual([303, 401, 401]);
    expect((await enter({})).status).toBe(303);
    provider.now += 15_000;
    expect(await statuses()).toEqual([303, 200, 200]);
    expect((await enter({ tenant_id: [] })).status).toBe(403);
    provider.now += 15_000;
    expect(await statuses()).toEqual([303, 401, 401]);
    const actions = (await traces()).map(({ action }) => action);
    const changed = "person.role_changed";
    const out = ["person.withdrawn", "session.ended"];
    expect(actions).toEqual([changed, ...out, changed, "person.restored", ...out]);
  });

  it("is nobody's last owner: may be removed, and whoever else is one must stay", async () => {
    const { tenantId, personId, enter } = await anOwner();
    expect((await enter({ tenant_id: [] })).status).toBe(403);
    const staff = await aVisitor("owner");
    const remove = async (id: string) =>
      (await staff.post(`/portal/t/${tenantId}/members/${id}/remove`)).status;
    const other = await aVisitor("owner", [tenantId]);
    expect(await remove(other.personId)).toBe(409);
    expect((await enter({})).status).toBe(303);
    expect(await remove(other.personId)).toBe(303);
    expect(await remove(personId)).toBe(409);
    expect((await enter({ tenant_id: [] })).status).toBe(403);
    expect(await remove(personId)).toBe(303);
  });

  it("lets nobody in by a session that it did not come to end", async () => {
    const { provider, personId, statuses } = await anOwner();
    expect(await statuses()).toEqual([200, 200, 200]);
    const half = env.DB.prepare("update people set withdrawn_at = ? where id = ?");
    await half.bind(provider.now, personId).run();
    provider.now += 15_000;
    expect(await statuses()).toEqual([303, 401, 401]);
  });
});
