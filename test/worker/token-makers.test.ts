import { env } from "cloudflare:workers";
import { SignJWT } from "jose";
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
  const own = { iss: provider.url, sub: "ops|carla", role: "admins", aud: "rampart-api" };
  const { privateKey } = await provider.pair;
  const issue = () => {
    const at = Math.floor(provider.now / 1000);
    return new SignJWT({ ...own, iat: at, exp: at + 600, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "k1" })
      .sign(privateKey);
  };
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

describe("who makes a token with one of an identity provider's", () => {
  it("is an operator of the list from then on, and is removed there with what he made", async () => {
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

  it("has there the highest role of which he holds all that it may", async () => {
    const { make, personId } = await aCaller("operator", { role: "keepers" });
    await make();
    const row = env.DB.prepare("select role from people where id = ?").bind(personId);
    expect(await row.first("role")).toBe("security-admin");
  });

  it("is one of his tenant's people, by the name that he has there once he came in", async () => {
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

  it("is nobody new where no token was made", async () => {
    const { ask, personId } = await aCaller("operator");
    const order = { name: "CI", permissions: ["tenants:read"], expiresAt: "2020-01-01T00:00:00Z" };
    expect((await ask("POST", "/admin/tokens", undefined, order)).status).toBe(400);
    expect((await linesOf(personId)).results).toEqual([]);
    expect((await ask("GET", "/admin/tenants", await aMember(await aTenant()))).status).toBe(200);
  });

  it("is nobody new where there is no room for another, and keeps the role that he had", async () => {
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

describe("a token of somebody whom his provider has given another role since", () => {
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

  it("may do no more than the person, from his next sign-in on and within 15 s", async () => {
    const { statuses, comeIn } = await aMaker();
    expect(await statuses()).toEqual([200, 201]);
    await comeIn("readers");
    expect(await statuses()).toEqual([200, 403]);
    await comeIn("admins");
    expect(await statuses()).toEqual([200, 201]);
  });

  it("counts whole again once he makes another with more rights, which is the provider's word", async () => {
    const { statuses, comeIn, make } = await aMaker();
    await comeIn("readers");
    expect(await statuses()).toEqual([200, 403]);
    await make();
    expect(await statuses()).toEqual([200, 201]);
  });

  it("may do no more either where the provider names one of its tenants no longer", async () => {
    const { statuses, comeIn } = await aMaker([await aTenant()]);
    expect(await statuses()).toEqual([200, 201]);
    await comeIn("readers");
    expect(await statuses()).toEqual([200, 403]);
  });

  it("stays as it is where his role is that in another tenant", async () => {
    const { statuses, comeIn } = await aMaker();
    await comeIn("readers", await aTenant());
    expect(await statuses()).toEqual([200, 201]);
  });

  it.each([{ role: "guests" }, { tenant_id: [] }])(
    "ends where the provider gives him no place (%o), and counts again once it does",
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
});
