import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueToken, PERMISSIONS, type Person } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { askErasure, closeTenant, eraseWhole, namedIn, STAY } from "../support/erasure.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const rowsOf = async (personId: string) => {
  const query = `select (select count(*) from people where id = ?1) as people,
    (select count(*) from sessions where person_id = ?1) as sessions,
    (select count(*) from invites where person_id = ?1) as invites,
    (select count(*) from passkeys where person_id = ?1) as passkeys`;
  return env.DB.prepare(query).bind(personId).first();
};

describe("the erasure of a tenant's data", () => {
  it("deletes people who were removed before; one removed from two tenants goes with the last erasure", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const owner = await aVisitor("owner", [tenantId]);
    const gone = await aVisitor("viewer", [tenantId]);
    const moved = await aVisitor("viewer", [tenantId, other]);
    const passkey = `insert into passkeys
      (id, person_id, name, public_key, counter, transports, created_at)
      values (?, ?, 'Key', 'x', 0, '[]', 1)`;
    await env.DB.prepare(passkey).bind(crypto.randomUUID(), gone.personId).run();
    expect((await owner.post(`/portal/t/${tenantId}/members/${gone.personId}/remove`)).status).toBe(
      303,
    );
    const operator = await aVisitor("owner");
    for (const from of [tenantId, other]) {
      const left = await operator.post(`/portal/t/${from}/members/${moved.personId}/remove`);
      expect(left.status).toBe(303);
    }
    await closeTenant(tenantId);
    await askErasure(tenantId);
    await eraseWhole(tenantId);
    expect(await rowsOf(gone.personId)).toEqual({
      people: 0,
      sessions: 0,
      invites: 0,
      passkeys: 0,
    });
    expect(await rowsOf(moved.personId)).toMatchObject({ people: 1, sessions: 1 });
    await closeTenant(other);
    await askErasure(other);
    await eraseWhole(other);
    expect(await rowsOf(moved.personId)).toMatchObject({ people: 0, sessions: 0 });
  });

  it("finds by the audit log the people whom an earlier version left without a tenant", async () => {
    const [first, last] = [await aTenant(), await aTenant()];
    const gone = await aVisitor("viewer", [first, last]);
    const operator = await aVisitor("owner");
    for (const from of [first, last]) {
      await operator.post(`/portal/t/${from}/members/${gone.personId}/remove`);
    }
    const emptied = "update people set tenants = '[]' where id = ?";
    await env.DB.prepare(emptied).bind(gone.personId).run();
    for (const [tenantId, rows] of [
      [first, 1],
      [last, 0],
    ] as const) {
      await closeTenant(tenantId);
      await askErasure(tenantId);
      await eraseWhole(tenantId);
      expect(await rowsOf(gone.personId)).toMatchObject({ people: rows, sessions: rows });
    }
  });

  it("deletes the token of a removed person, which is refused since the removal, also for another tenant", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const { personId } = await aVisitor("owner", [tenantId]);
    const permissions = new Set(PERMISSIONS);
    const subject = `person:${personId}`;
    const by: Person = { kind: "member", subject, reach: [tenantId, other], permissions, personId };
    const order = { name: "CI", permissions: PERMISSIONS };
    const { token: as } = settle(await issueToken(database(env), by, order, Date.now()));
    await aVisitor("owner", [tenantId]);
    const operator = await aVisitor("owner");
    await operator.post(`/portal/t/${tenantId}/members/${personId}/remove`);
    const look = async () => (await call("GET", `/admin/tenants/${other}`, { as })).status;
    expect(await look()).toBe(401);
    await closeTenant(tenantId);
    await askErasure(tenantId);
    await eraseWhole(tenantId);
    const found = env.DB.prepare("select count(*) as n from access_tokens where person_id = ?");
    expect(await found.bind(personId).first("n")).toBe(0);
  });

  it("409 for a new service key that names a tenant whose erasure is asked for or done", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    await closeTenant(tenantId);
    const as = await anOperator();
    const make = async () => {
      const body = { name: "x", operations: ["decrypt"], tenants: [other, tenantId] };
      const answer = await call("POST", "/admin/service-keys", { as, body });
      return [answer.status, (await answer.json<{ error?: string }>()).error];
    };
    expect(await make()).toEqual([201, undefined]);
    await askErasure(tenantId);
    expect(await make()).toEqual([409, "tenant_erased"]);
    await eraseWhole(tenantId);
    expect(await make()).toEqual([409, "tenant_erased"]);
    const left = Object.keys(await namedIn(tenantId)).filter((table) => !STAY.includes(table));
    expect(left).toEqual([]);
  });
});
