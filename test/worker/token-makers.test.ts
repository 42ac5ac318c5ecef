import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { personIdOf } from "../../src/access/oidc/person-id.ts";
import { allOperators } from "../support/all-operators.ts";
import { anApp } from "../support/app.ts";
import { enterWith, Provider } from "../support/oidc-provider.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

/** Somebody who calls the API by the provider's own tokens and never came to the portal. */
async function aCaller(grants: "operator" | "member", claims: object = {}) {
  const provider = new Provider();
  const [one] = JSON.parse(provider.settings()) as [object];
  const roles = { admins: "owner", readers: "viewer", keepers: "security-admin" };
  const settings = JSON.stringify([{ ...one, grants, roles }]);
  Object.assign(provider, { settings: () => settings });
  const issue = () => provider.bearer({ sub: "ops|carla", role: "admins", ...claims });
  const token = await issue();
  const app = anApp({ now: () => provider.now, fetch: provider.fetch }, { OIDC_ISSUERS: settings });
  const ask = async (method: string, path: string, by = token, body?: object) =>
    app.request(path, {
      method,
      headers: { authorization: `Bearer ${by}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const make = async (by = token) => {
    const order = { name: "CI", permissions: ["tenants:read", "tokens:write"] };
    const made = await ask("POST", "/admin/tokens", by, order);
    expect(made.status).toBe(201);
    return (await made.json<{ token: string }>()).token;
  };
  return { provider, ask, make, issue, personId: personIdOf(provider.url, "ops|carla") };
}

const linesOf = (personId: string) =>
  env.DB.prepare("select action, actor, tenant_id from audit_log where target = ? order by seq")
    .bind(personId)
    .all();

describe("a person who issues a token with an identity provider's token", () => {
  it("is listed as an operator, and removing the operator ends every token issued", async () => {
    await aVisitor("owner");
    const { provider, ask, make, personId } = await aCaller("operator");
    const own = await make();
    await make();
    const inTurn = await make(own);
    const as = await anOperator();
    const items = await allOperators(as);
    expect(items.filter((one) => one.personId === personId)).toEqual([
      {
        personId,
        name: "ops|carla",
        role: "owner",
        createdBy: `oidc:${provider.url}`,
        createdAt: expect.any(String),
        seenAt: null,
        withdrawnAt: null,
        sessions: 0,
        passkeys: 0,
        tokens: 3,
      },
    ]);
    const actor = `oidc:${provider.url}`;
    const made = { action: "person.created", actor, tenant_id: null };
    expect((await linesOf(personId)).results).toEqual([made]);
    expect((await ask("DELETE", `/admin/operators/${personId}`, as)).status).toBe(204);
    provider.now += 15_000;
    for (const by of [undefined, own, inTurn]) {
      expect((await ask("GET", "/admin/tenants", by)).status).toBe(401);
    }
  });

  it("is stored with the highest role of which the person has every permission", async () => {
    const { make, personId } = await aCaller("operator", { role: "keepers" });
    await make();
    const row = env.DB.prepare("select role from people where id = ?").bind(personId);
    expect(await row.first("role")).toBe("security-admin");
  });

  it("is stored among the tenant's people, and takes the name of a later sign-in", async () => {
    const tenantId = await aTenant();
    const { provider, make, personId } = await aCaller("member", { tenant_id: tenantId });
    const nameNow = () =>
      env.DB.prepare("select name from people where id = ?").bind(personId).first("name");
    await make();
    expect(await nameNow()).toBe("ops|carla");
    const claims = { tenant_id: tenantId, sub: "ops|carla", name: "Carla Ruiz" };
    expect((await enterWith(provider)(claims)).status).toBe(303);
    await make();
    expect(await nameNow()).toBe("Carla Ruiz");
    const made = { action: "person.created", actor: `oidc:${provider.url}`, tenant_id: tenantId };
    expect((await linesOf(personId)).results).toEqual([made]);
  });

  it("is not stored if the token is refused with 400", async () => {
    const { ask, personId } = await aCaller("operator");
    const order = { name: "CI", permissions: ["tenants:read"], expiresAt: "2020-01-01T00:00:00Z" };
    expect((await ask("POST", "/admin/tokens", undefined, order)).status).toBe(400);
    expect((await linesOf(personId)).results).toEqual([]);
    expect((await ask("GET", "/admin/tenants", await aMember(await aTenant()))).status).toBe(200);
  });

  it("is neither stored nor given another role if the token is refused with 409", async () => {
    const tenantId = await aTenant();
    const { provider, ask, personId } = await aCaller("member", { tenant_id: tenantId });
    await env.DB.prepare(
      `insert into access_tokens
         (id, hash, last4, name, permissions, tenants, created_by, created_at, expires_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
       select ?1 || i, '', '', 'x', '[]', json_array(?1), 'test', 1, ?2 from n`,
    )
      .bind(tenantId, Date.now() + 86_400_000)
      .run();
    const make = async () => {
      const order = { name: "CI", permissions: ["tenants:read"] };
      return (await ask("POST", "/admin/tokens", undefined, order)).status;
    };
    expect(await make()).toBe(409);
    expect((await linesOf(personId)).results).toEqual([]);
    const claims = { tenant_id: tenantId, sub: "ops|carla", role: "readers" };
    expect((await enterWith(provider)(claims)).status).toBe(303);
    expect(await make()).toBe(409);
    const role = env.DB.prepare("select role from people where id = ?").bind(personId);
    expect(await role.first("role")).toBe("viewer");
    expect((await linesOf(personId)).results).toHaveLength(1);
  });
});

describe("a token of a person whose role the provider changed since", () => {
  async function aMaker(alsoOf: string[] = []) {
    const tenantId = await aTenant();
    const { provider, ask, make } = await aCaller("member", { tenant_id: [tenantId, ...alsoOf] });
    const own = await make();
    const statuses = async () => {
      provider.now += 15_000;
      const order = { name: "CI", permissions: ["tenants:read"] };
      const made = await ask("POST", "/admin/tokens", own, order);
      return [(await ask("GET", "/admin/tenants", own)).status, made.status];
    };
    const comeIn = async (role: string, tenant_id = tenantId) => {
      const claims = { sub: "ops|carla", role, tenant_id };
      expect((await enterWith(provider)(claims)).status).toBe(303);
    };
    return { ask, make, statuses, comeIn, own };
  }

  it("has no more permissions than the person, within 15 s after the next sign-in", async () => {
    const { statuses, comeIn } = await aMaker();
    expect(await statuses()).toEqual([200, 201]);
    await comeIn("readers");
    expect(await statuses()).toEqual([200, 403]);
    await comeIn("admins");
    expect(await statuses()).toEqual([200, 201]);
  });

  it("has all its permissions again once the person issues another token with them", async () => {
    const { statuses, comeIn, make } = await aMaker();
    await comeIn("readers");
    expect(await statuses()).toEqual([200, 403]);
    await make();
    expect(await statuses()).toEqual([200, 201]);
  });

  it("has no more permissions than the person, also if the provider leaves out one of its tenants", async () => {
    const { statuses, comeIn } = await aMaker([await aTenant()]);
    expect(await statuses()).toEqual([200, 201]);
    await comeIn("readers");
    expect(await statuses()).toEqual([200, 403]);
  });

  it("keeps its permissions if the new role is in another tenant", async () => {
    const { statuses, comeIn } = await aMaker();
    await comeIn("readers", await aTenant());
    expect(await statuses()).toEqual([200, 201]);
  });

  it.each([{ role: "guests" }, { tenant_id: [] }])(
    "401 while the provider grants the person nothing (%o), and 200 once it does again",
    async (none) => {
      const tenantId = await aTenant();
      const { provider, ask, make } = await aCaller("member", { tenant_id: tenantId });
      const own = await make();
      const inTurn = await make(own);
      const statuses = async () => {
        provider.now += 15_000;
        const calls = [own, inTurn].map((by) => ask("GET", "/admin/tenants", by));
        return (await Promise.all(calls)).map(({ status }) => status);
      };
      const comeIn = async (claims = {}) => {
        const named = { sub: "ops|carla", role: "admins", tenant_id: tenantId, ...claims };
        return (await enterWith(provider)(named)).status;
      };
      expect(await statuses()).toEqual([200, 200]);
      expect(await comeIn(none)).toBe(403);
      expect(await statuses()).toEqual([401, 401]);
      const order = { name: "CI", permissions: ["tenants:read"] };
      expect((await ask("POST", "/admin/tokens", own, order)).status).toBe(401);
      expect(await comeIn()).toBe(303);
      expect(await statuses()).toEqual([200, 200]);
    },
  );

  it("stays ended whatever he makes with the provider's token of before, and counts again by a newer one", async () => {
    const tenantId = await aTenant();
    const { provider, ask, make, issue } = await aCaller("member", { tenant_id: tenantId });
    const own = await make();
    const status = async () => {
      provider.now += 15_000;
      return (await ask("GET", "/admin/tenants", own)).status;
    };
    const gone = { sub: "ops|carla", role: "guests", tenant_id: tenantId };
    expect((await enterWith(provider)(gone)).status).toBe(403);
    const order = { name: "CI", permissions: ["tenants:read"] };
    const made = await ask("POST", "/admin/tokens", undefined, order);
    expect([made.status, await status()]).toEqual([401, 401]);
    await make(await issue());
    expect(await status()).toBe(200);
  });

  it("401 for the provider's own token of before within 15 s; 200 for a newer one, and after a sign-in", async () => {
    const tenantId = await aTenant();
    const { provider, ask, make, issue } = await aCaller("member", { tenant_id: tenantId });
    await make();
    const comeIn = async (role: string) => {
      const claims = { sub: "ops|carla", role, tenant_id: tenantId };
      return (await enterWith(provider)(claims)).status;
    };
    const status = async (by?: string) => {
      provider.now += 15_000;
      return (await ask("GET", "/admin/tenants", by)).status;
    };
    expect(await status()).toBe(200);
    expect(await comeIn("guests")).toBe(403);
    expect(await status()).toBe(401);
    const newer = await issue();
    expect([await status(newer), await status()]).toEqual([200, 401]);
    expect(await comeIn("guests")).toBe(403);
    expect(await status(newer)).toBe(401);
    expect(await comeIn("readers")).toBe(303);
    expect(await status()).toBe(200);
  });
});
