import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  findColleague,
  invitePerson,
  issueToken,
  PERMISSIONS,
  type Person,
} from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { allOperators } from "../support/all-operators.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aMember, aNewOperator, anOperator, aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

/** A token of the API that belongs to an operator of the portal. */
async function aTokenOf(personId: string, tenants?: string[]) {
  const subject = `person:${personId}`;
  const permissions = new Set(PERMISSIONS);
  const by: Person = { kind: "operator", subject, reach: "all", permissions, personId };
  const order = { name: "CI", permissions: PERMISSIONS, tenants };
  return settle(await issueToken(database(env), by, order, Date.now()));
}

const remove = async (as: string, personId: string) =>
  call("DELETE", `/admin/operators/${personId}`, { as });

describe("GET /admin/operators", () => {
  it("200 with each operator's sessions, passkeys and tokens, and without people of tenants", async () => {
    const as = await anOperator();
    const bea = await aVisitor("security-admin", undefined, "Bea");
    const member = await aVisitor("owner", [await aTenant()]);
    await aTokenOf(bea.personId);
    const { id } = await aTokenOf(bea.personId, [await aTenant()]);
    const ended = await aTokenOf(bea.personId);
    await call("DELETE", `/admin/tokens/${ended.id}`, { as });
    const found = await allOperators(as);
    expect(found.find(({ personId }) => personId === member.personId)).toBeUndefined();
    expect(found.find(({ personId }) => personId === bea.personId)).toEqual({
      personId: bea.personId,
      name: "Bea",
      role: "security-admin",
      createdBy: "test:root",
      createdAt: expect.any(String),
      seenAt: expect.any(String),
      withdrawnAt: null,
      sessions: 1,
      passkeys: 0,
      tokens: 2,
    });
    const tokens = await call("GET", `/admin/tokens?personId=${bea.personId}`, { as });
    const { items, total } = await tokens.json<{ items: { id: string }[]; total: number }>();
    expect(total).toBe(3);
    expect(items.map((token) => token.id)).toContain(id);
    expect(JSON.stringify(items)).not.toContain("hash");
  });

  it("GET /admin/tokens?personId shows a tenant's member the tokens of that tenant alone", async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    const { personId } = await aVisitor("owner");
    const { id } = await aTokenOf(personId, [mine]);
    for (const tenants of [undefined, [other], [mine, other]]) await aTokenOf(personId, tenants);
    const as = await aMember(mine);
    const answer = await call("GET", `/admin/tokens?personId=${personId}`, { as });
    expect(await answer.json()).toMatchObject({ total: 1, items: [{ id }] });
  });

  it.each([
    ["GET", "/admin/operators"],
    ["DELETE", "/admin/operators/somebody"],
  ])(
    "%s %s: 403 to a tenant's owner, and to an operator without the permission",
    async (method, path) => {
      const others = PERMISSIONS.filter((permission) => permission !== "members:write");
      for (const as of [await aMember(await aTenant()), await aNewOperator(others)]) {
        expect((await call(method, path, { as })).status).toBe(403);
      }
    },
  );
});

describe("findColleague", () => {
  it("404 for a tenant's member who asks for an operator or for a person of another tenant", async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    const permissions = new Set(PERMISSIONS);
    const by: Person = { kind: "member", subject: "test:member", reach: [mine], permissions };
    for (const team of [null, other]) {
      const { personId } = await aVisitor("viewer", team === null ? undefined : [team]);
      const found = await findColleague(database(env), by, team, personId);
      expect(found).toMatchObject({ refused: true, status: 404 });
    }
  });
});

describe("DELETE /admin/operators/:personId", () => {
  it("204 ends sessions and tokens within 15 s, even where they are cached", async () => {
    await aVisitor("owner");
    const bea = await aVisitor("owner");
    const tenantId = await aTenant();
    const wide = await aTokenOf(bea.personId);
    const narrow = await aTokenOf(bea.personId, [tenantId]);
    const ofToken = await call("POST", "/admin/tokens", {
      as: wide.token,
      body: { name: "x", permissions: ["tenants:read"] },
    });
    const { token: made } = await ofToken.json<{ token: string }>();
    let now = Date.now();
    const app = anApp({ now: () => now });
    const statuses = async () => {
      const tokens = [wide.token, narrow.token, made].map(
        async (token) =>
          (await app.request("/admin/tenants", { headers: { authorization: `Bearer ${token}` } }))
            .status,
      );
      const page = await app.request("/portal/account", { headers: { cookie: bea.cookie } });
      return [...(await Promise.all(tokens)), page.status];
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect((await remove(await anOperator(), bea.personId)).status).toBe(204);
    now += 15_000;
    expect(await statuses()).toEqual([401, 401, 401, 303]);
    // A request that issues a token or removes an operator is refused at once.
    const body = { name: "y", permissions: ["tenants:read"] };
    expect((await call("POST", "/admin/tokens", { as: wide.token, body })).status).toBe(401);
    expect((await remove(wide.token, (await aVisitor("viewer")).personId)).status).toBe(401);
  });

  it("204 ends an invitation link that was never used", async () => {
    const as = await anOperator();
    const answer = await call("POST", "/admin/invites", {
      as,
      body: { name: "Eva", role: "viewer" },
    });
    const { personId, url } = await answer.json<{ personId: string; url: string }>();
    expect((await remove(as, personId)).status).toBe(204);
    expect((await visitor("").post(new URL(url).pathname)).status).toBe(410);
  });

  it("204 with an audit line of actor and target, and 404 the second time", async () => {
    const as = await anOperator();
    const { personId } = await aVisitor("viewer");
    expect((await remove(as, personId)).status).toBe(204);
    expect((await remove(as, personId)).status).toBe(404);
    const lines = env.DB.prepare(
      "select actor, tenant_id, request_id is not null as r from audit_log where action = 'person.removed' and target = ?",
    ).bind(personId);
    const actor = `token:${as.split("_")[2]}`;
    expect((await lines.all()).results).toEqual([{ actor, tenant_id: null, r: 1 }]);
    const found = await allOperators(as);
    expect(found.filter((one) => one.personId === personId)).toEqual([]);
  });

  it("404 for an unknown id and for a person of a tenant, who keeps access", async () => {
    const as = await anOperator();
    const member = await aVisitor("owner", [await aTenant()]);
    for (const id of [member.personId, "nobody", "'", "%25"]) {
      expect((await remove(as, id)).status).toBe(404);
    }
    expect((await member.get("/portal/account")).status).toBe(200);
  });

  it("403 for an operator with more permissions than the caller", async () => {
    const { personId } = await aVisitor("owner");
    const as = await aNewOperator(["members:write"]);
    expect((await remove(as, personId)).status).toBe(403);
  });

  it("204 in the end with a single audit line if each earlier try dies at another call of D1", async () => {
    await aVisitor("owner");
    const as = await anOperator();
    const { personId } = await aVisitor("owner");
    const statuses: number[] = [];
    for (let calls = 0; calls < 12 && !statuses.includes(204); calls += 1) {
      const { request } = anApp({}, { DB: dyingDatabase(calls) });
      const headers = { authorization: `Bearer ${as}` };
      const answer = await request(`/admin/operators/${personId}`, { method: "DELETE", headers });
      statuses.push(answer.status);
    }
    expect(statuses.at(-1)).toBe(204);
    const lines = env.DB.prepare(
      "select count(*) as n from audit_log where action = 'person.removed' and target = ?",
    );
    expect(await lines.bind(personId).first("n")).toBe(1);
  });

  it("a removed operator stays out when another of the same name is invited", async () => {
    await aVisitor("owner");
    const { personId, get } = await aVisitor("owner", undefined, "Same");
    await remove(await anOperator(), personId);
    const db = database(env);
    const by: Person = {
      kind: "operator",
      subject: "test:root",
      reach: "all",
      permissions: new Set(PERMISSIONS),
    };
    settle(await invitePerson(db, by, { name: "Same", role: "owner" }, Date.now()));
    expect((await get("/portal/account", { "x-later": "1" })).status).not.toBe(500);
    const row = env.DB.prepare("select disabled_at, tenants from people where id = ?");
    expect(await row.bind(personId).first()).toEqual({
      disabled_at: expect.any(Number),
      tenants: null,
    });
  });
});
