import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  changeRole,
  PERMISSIONS,
  PERMISSIONS_OF,
  recoverPerson,
  removeOperator,
  removePerson,
  type Person,
} from "../../src/access/index.ts";
import { database } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { overtakenDatabase } from "../support/dying-database.ts";
import { aMember, anApiKey, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

/** Somebody who may manage people and otherwise only what an analyst may. */
const by: Person = {
  kind: "operator",
  subject: "test:manager",
  reach: "all",
  permissions: new Set([...PERMISSIONS_OF.analyst, "members:write"]),
};
const owner: Person = { ...by, permissions: new Set(PERMISSIONS) };

const overtaken = (meanwhile: string, ...values: unknown[]) =>
  database({
    ...env,
    DB: overtakenDatabase(async () =>
      env.DB.prepare(meanwhile)
        .bind(...values)
        .run(),
    ),
  });

const promoting = (personId: string) =>
  overtaken("update people set role = 'owner' where id = ?", personId);

const keptOf = async (personId: string) => {
  const { results } = await env.DB.prepare(
    `select role, disabled_at is null as stands,
      (select count(*) from invites where person_id = people.id and used_at is null) as links,
      (select count(*) from audit_log where target = people.id and actor like 'test:manager') as lines
     from people where id = ?`,
  )
    .bind(personId)
    .all();
  return results[0];
};

describe("a person made an owner while somebody with fewer permissions acts on them", () => {
  const decisions = {
    "cannot be removed as an operator: 403": async (personId: string) =>
      removeOperator(promoting(personId), by, personId, Date.now()),
    "cannot be given another role: 403": async (personId: string) =>
      changeRole(promoting(personId), by, { team: null, personId, role: "analyst" }, Date.now()),
    "gets no new sign-in link: 403": async (personId: string) =>
      recoverPerson(promoting(personId), by, { team: null, personId }, Date.now()),
  };

  it.each(Object.entries(decisions))("%s", async (_what, decide) => {
    await aVisitor("owner");
    const { personId, get } = await aVisitor("viewer");
    expect(await decide(personId)).toMatchObject({ refused: true, status: 403 });
    expect(await keptOf(personId)).toEqual({ role: "owner", stands: 1, links: 0, lines: 0 });
    expect((await get("/portal/account")).status).toBe(200);
  });

  it("cannot be removed from the tenant: 403", async () => {
    const tenantId = await aTenant();
    await aVisitor("owner", [tenantId]);
    const { personId } = await aVisitor("viewer", [tenantId]);
    const outcome = removePerson(promoting(personId), by, { tenantId, personId }, Date.now());
    expect(await outcome).toMatchObject({ refused: true, status: 403 });
    expect(await keptOf(personId)).toEqual({ role: "owner", stands: 1, links: 0, lines: 0 });
  });
});

describe("changing a person's role", () => {
  it("404 if the person was removed meanwhile, not a refusal about the last owner", async () => {
    const { personId } = await aVisitor("analyst");
    const db = overtaken("update people set disabled_at = 1 where id = ?", personId);
    const order = { team: null, personId, role: "viewer" } as const;
    expect(await changeRole(db, owner, order, Date.now())).toMatchObject({ status: 404 });
    expect(await keptOf(personId)).toMatchObject({ role: "analyst", lines: 0 });
  });

  it("403 for a role with more permissions than the caller has", async () => {
    const { personId } = await aVisitor("viewer");
    const order = { team: null, personId, role: "operator" } as const;
    expect(await changeRole(database(env), by, order, Date.now())).toMatchObject({ status: 403 });
    expect(await keptOf(personId)).toMatchObject({ role: "viewer", lines: 0 });
  });

  it("writes no audit line if the person has the role already", async () => {
    const { personId } = await aVisitor("viewer");
    const order = { team: null, personId, role: "viewer" } as const;
    expect(await changeRole(database(env), owner, order, Date.now())).toBeUndefined();
    expect(await keptOf(personId)).toMatchObject({ lines: 0 });
  });
});

describe("an API key whose caller's token is revoked during the change", () => {
  it.each([
    ["PATCH", { scopes: ["urlsearch", "darkweb"] }],
    ["DELETE", undefined],
  ])("401 for %s: the key is unchanged and no audit line is written", async (method, body) => {
    const tenantId = await aTenant();
    await anApiKey(tenantId, ["urlsearch"]);
    const all = async () =>
      (await env.DB.prepare("select * from api_keys where tenant_id = ?").bind(tenantId).all())
        .results;
    const before = await all();
    const as = await aMember(tenantId);
    const end = async () =>
      env.DB.prepare("update access_tokens set revoked_at = 1 where id = ?")
        .bind(as.split("_")[2] ?? "")
        .run();
    const { request } = anApp({}, { DB: overtakenDatabase(end) });
    const answer = await request(
      `/admin/tenants/${tenantId}/api-keys/${String(before[0]?.["id"])}`,
      {
        method,
        headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    );
    expect([answer.status, await all()]).toEqual([401, before]);
    const lines = env.DB.prepare(
      "select count(*) as n from audit_log where tenant_id = ? and action in ('api_key.changed', 'api_key.deleted')",
    );
    expect(await lines.bind(tenantId).first("n")).toBe(0);
  });
});
