import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Role } from "../../src/access/index.ts";
import { call } from "../support/call.ts";
import { copyableOf } from "../support/dialogue.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aVisitor, signedInAgain, type Visitor } from "../support/visitor.ts";

const HOME = "/portal/account";
const LIST = `${HOME}/tokens`;
const NEW = `${LIST}/new`;
const DAY_MS = 86_400_000;

type Fields = [string, string][];
const FIELDS: Fields = [
  ["name", "CI <1>"],
  ["permissions", "tenants:read"],
  ["permissions", "usage:read"],
];

const textOf = async (answer: Promise<Response>) => (await answer).text();
const idOf = (token: string) => token.split("_")[2] ?? "";

async function aMaker(role: Role = "owner", many = 1) {
  const tenants = await Promise.all(Array.from({ length: many }, () => aTenant()));
  return { ana: await aVisitor(role, tenants), tenants };
}

async function made(by: Visitor, fields: Fields = FIELDS): Promise<string> {
  return copyableOf(await by.post(NEW, fields));
}

async function tenantsOf(as: string): Promise<string[] | number> {
  const answer = await call("GET", "/admin/tenants", { as });
  if (answer.status !== 200) return answer.status;
  const { items } = await answer.json<{ items: { tenantId: string }[] }>();
  return items.map(({ tenantId }) => tenantId);
}

const rowOf = (id: string) =>
  env.DB.prepare("select * from access_tokens where id = ?").bind(id).first();

function daysAhead(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16);
}

describe("POST /portal/account/tokens/new", () => {
  it("201 shows a working token on that page only, and puts it in no address and no cookie", async () => {
    const { ana, tenants } = await aMaker("security-admin");
    expect(await textOf(ana.get(HOME))).toContain(`href="${LIST}"`);
    expect(await textOf(ana.get(LIST))).toContain(`href="${NEW}"`);
    const answer = await ana.post(NEW, FIELDS);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const token = await copyableOf(answer);
    expect(token).toMatch(/^rmp_pat_/);
    expect(await tenantsOf(token)).toEqual(tenants);
    expect((await call("GET", "/detection-dictionaries", { as: token })).status).toBe(403);
    const list = await textOf(ana.get(LIST));
    expect(list).toContain("CI &lt;1&gt;");
    expect(list).toContain(idOf(token));
    expect(list).toContain("Tenants: read, Usage and billing: read");
    expect(list).not.toContain(token);
  });

  it("makes a token of that person for 90 days, with an audit line that has no secret", async () => {
    const { ana, tenants } = await aMaker();
    const token = await made(ana);
    const row = await rowOf(idOf(token));
    expect(row).toMatchObject({ person_id: ana.personId, created_by: `person:${ana.personId}` });
    expect(Number(row?.["expires_at"]) - Number(row?.["created_at"])).toBe(90 * DAY_MS);
    const query = "select action, actor, tenant_id, detail from audit_log where target = ?";
    const { results } = await env.DB.prepare(query).bind(idOf(token)).all();
    const detail = JSON.stringify({ permissions: ["tenants:read", "usage:read"], tenants });
    const actor = `person:${ana.personId}`;
    expect(results).toEqual([{ action: "token.issued", actor, tenant_id: tenants[0], detail }]);
  });

  it("makes a token with the role's permissions and the chosen end", async () => {
    const { ana } = await aMaker();
    const expiresAt = daysAhead(5);
    const token = await made(ana, [
      ["name", "x"],
      ["role", "viewer"],
      ["permissions", "audit:read"],
      ["expiresAt", expiresAt],
    ]);
    const row = await rowOf(idOf(token));
    const given = JSON.parse(String(row?.["permissions"])) as string[];
    expect(given).toContain("fleet:read");
    expect(given).toContain("audit:read");
    expect(given).not.toContain("ai:use");
    expect(row?.["expires_at"]).toBe(Date.parse(`${expiresAt}:00Z`));
  });

  it("makes a token for named tenants or all of one's own; an operator's without names has all", async () => {
    const { ana, tenants } = await aMaker("owner", 2);
    const [first = "", second = ""] = tenants;
    expect(await textOf(ana.get(NEW))).toContain(`value="${first}, ${second}"`);
    const all = await tenantsOf(await made(ana));
    expect(new Set(all as string[])).toEqual(new Set(tenants));
    const one = await made(ana, [...FIELDS, ["tenants", ` ${second} `]]);
    expect(await tenantsOf(one)).toEqual([second]);
    const operator = await aVisitor("owner");
    expect(await tenantsOf(await made(operator, [...FIELDS, ["tenants", first]]))).toEqual([first]);
    expect(await rowOf(idOf(await made(operator)))).toMatchObject({ tenants: null });
  });

  it.each([
    ["no name", [["permissions", "usage:read"]]],
    ["no permission", [["name", "x"]]],
    ["an unknown permission", [...FIELDS, ["permissions", "root"]]],
    ["an end in the past", [...FIELDS, ["expiresAt", "2020-01-01T00:00"]]],
    ["an end too far ahead", [...FIELDS, ["expiresAt", "2099-01-01T00:00"]]],
    ["an end that is no date", [...FIELDS, ["expiresAt", "soon"]]],
    ["an unknown tenant", [...FIELDS, ["tenants", "nobody-at-all"]]],
  ] as [string, Fields][])("400 with %s, and the typed values are kept", async (_why, fields) => {
    const operator = await aVisitor("owner");
    const answer = await operator.post(NEW, [...fields, ["role", ""], ["tenants", "kept"]]);
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain('role="alert"');
    expect(text).toContain('aria-invalid="true"');
    for (const [name, value] of fields) {
      if (name !== "permissions" && name !== "name") expect(text).toContain(`value="${value}"`);
    }
    expect(await textOf(operator.get(LIST))).toContain("There is none yet");
  });

  it("shows its faults and its title in Spanish", async () => {
    const operator = await aVisitor("owner");
    const send = (more: Fields) =>
      textOf(operator.post(NEW, [...FIELDS, ...more], { "accept-language": "es" }));
    expect(await send([["expiresAt", "2099-01-01T00:00"]])).toContain("a 366 días como mucho");
    expect(await send([["tenants", "nobody-at-all"]])).toContain("No existe ese cliente");
    const page = await textOf(operator.get(NEW, { "accept-language": "es" }));
    expect(page).toContain("<h1>Crear un token de acceso</h1>");
  });

  it("403 for a permission, role or tenant beyond the maker's own, with the form kept", async () => {
    const { ana } = await aMaker("security-admin");
    expect(await textOf(ana.get(NEW))).not.toContain("members:write");
    for (const more of [
      ["permissions", "members:write"],
      ["role", "owner"],
      ["tenants", await aTenant()],
    ] as Fields) {
      const answer = await ana.post(NEW, [...FIELDS, more]);
      expect([more, answer.status]).toEqual([more, 403]);
      expect(await answer.text()).toContain('value="CI &lt;1&gt;"');
    }
    expect(await textOf(ana.get(LIST))).toContain("There is none yet");
  });

  it("403 for a person with the role operator, whose account page has no link to it", async () => {
    const { ana } = await aMaker("operator");
    expect(await textOf(ana.get(HOME))).not.toContain(LIST);
    for (const path of [LIST, NEW]) expect((await ana.get(path)).status).toBe(403);
    expect((await ana.post(NEW, FIELDS)).status).toBe(403);
  });

  it("409 the second time the same form is sent", async () => {
    const { ana } = await aMaker();
    const once = /name="once" value="(\w+)"/.exec(await textOf(ana.get(NEW)))?.[1] ?? "";
    expect((await ana.post(NEW, [...FIELDS, ["once", once]])).status).toBe(201);
    expect((await ana.post(NEW, [...FIELDS, ["once", once]])).status).toBe(409);
    expect((await textOf(ana.get(LIST))).match(/\/revoke"/g)).toHaveLength(1);
  });

  it("403 for making or revoking a token without a fresh proof of identity", async () => {
    const { ana } = await aMaker();
    const id = idOf(await made(await signedInAgain(ana)));
    const old = "update sessions set created_at = created_at - 600000 where person_id = ?";
    await env.DB.prepare(old).bind(ana.personId).run();
    expect((await ana.get(NEW)).headers.get("location")).toContain("/portal/step-up");
    expect((await ana.post(NEW, FIELDS)).status).toBe(403);
    expect((await ana.post(`${LIST}/${id}/revoke`)).status).toBe(403);
    expect(await rowOf(id)).toMatchObject({ revoked_at: null });
    const count = "select count(*) as n from access_tokens where person_id = ?";
    expect(await env.DB.prepare(count).bind(ana.personId).first("n")).toBe(1);
  });
});

describe("GET /portal/account/tokens", () => {
  it("lists only one's own tokens, which can be revoked; 404 for revoking another person's", async () => {
    const { ana, tenants } = await aMaker();
    const beto = await aVisitor("owner", tenants);
    const [mine, his] = [await made(ana), await made(beto)];
    const list = await textOf(ana.get(LIST));
    expect(list).toContain(idOf(mine));
    expect(list).not.toContain(idOf(his));
    const answer = await ana.post(`${LIST}/${idOf(mine)}/revoke`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, LIST]);
    expect(await textOf(ana.get(LIST))).not.toContain("/revoke");
    expect(await rowOf(idOf(mine))).not.toMatchObject({ revoked_at: null });
    const stranger = (await aMaker()).ana;
    expect((await stranger.post(`${LIST}/${idOf(his)}/revoke`)).status).toBe(404);
  });
});

describe("an access token and its maker's place in tenants", () => {
  it("no longer reaches a tenant from which its maker was removed", async () => {
    const { ana, tenants } = await aMaker("security-admin", 2);
    const [left = "", kept = ""] = tenants;
    const of = (ids: string) => made(ana, [...FIELDS, ["tenants", ids]]);
    const [both, only] = [await of(tenants.join(",")), await of(left)];
    const owner = await aVisitor("owner", tenants);
    const removed = await owner.post(`/portal/t/${left}/members/${ana.personId}/remove`);
    expect(removed.status).toBe(303);
    expect([await tenantsOf(both), await tenantsOf(only)]).toEqual([[kept], 401]);
    const again = await signedInAgain(ana);
    expect(await textOf(again.get(LIST))).toContain(`${LIST}/${idOf(both)}/revoke"`);
    expect((await again.post(`${LIST}/${idOf(both)}/revoke`)).status).toBe(303);
    expect(await rowOf(idOf(both))).not.toMatchObject({ revoked_at: null });
  });

  it("403 for a permission that its maker's lowered role lacks, also in the other tenant", async () => {
    const { ana, tenants } = await aMaker("security-admin", 2);
    const [left = ""] = tenants;
    const token = await made(ana, [...FIELDS, ["permissions", "dict:write"]]);
    const owner = await aVisitor("owner", tenants);
    const one = (at: string) => `/portal/t/${left}/members/${ana.personId}/${at}`;
    expect((await owner.post(one("role"), { role: "viewer" })).status).toBe(303);
    expect((await owner.post(one("remove"))).status).toBe(303);
    const body = { name: "x", kind: "terms", severity: "low", appliesTo: ["agents"], entries: [] };
    const asked = { as: token, body: { ...body, tenantId: tenants[1] } };
    const answer = await call("POST", "/detection-dictionaries", asked);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining("Missing permission: dict:write"),
    ]);
  });
});

describe("the page of a tenant's access tokens", () => {
  it("shows and ends one that belongs to nobody, with those made with it", async () => {
    const { ana, tenants } = await aMaker("security-admin");
    const [tenantId = ""] = tenants;
    const leaked = await aMember(tenantId);
    const body = { name: "made by the thief", permissions: ["tenants:read"], tenants };
    const stolen = await call("POST", "/admin/tokens", { as: leaked, body });
    const { token: second } = await stolen.json<{ token: string }>();
    const list = `/portal/t/${tenantId}/tokens`;
    expect(await textOf(ana.get(`/portal/t/${tenantId}`))).toContain(`href="${list}"`);
    expect(await textOf(ana.get(list))).toContain(`<code>${idOf(leaked)}</code>`);
    const ended = await ana.post(`${list}/${idOf(leaked)}/revoke`);
    expect([ended.status, ended.headers.get("location")]).toEqual([303, list]);
    for (const token of [leaked, second]) {
      expect(await rowOf(idOf(token))).toMatchObject({ revoked_at: expect.any(Number) as number });
    }
    expect(await tenantsOf(second)).toBe(401);
  });

  it("shows none that reaches another tenant too, and ends none of another's", async () => {
    const { ana, tenants } = await aMaker("owner", 2);
    const wide = await made(ana);
    const { ana: stranger } = await aMaker();
    const foreign = await made(stranger);
    const list = `/portal/t/${tenants[0] ?? ""}/tokens`;
    expect(await textOf(ana.get(list))).not.toContain(idOf(wide));
    expect((await ana.post(`${list}/${idOf(foreign)}/revoke`)).status).toBe(404);
    expect(await rowOf(idOf(foreign))).toMatchObject({ revoked_at: null });
  });

  it("ends none of another tenant's, also for who reaches both", async () => {
    const { ana, tenants } = await aMaker("owner", 2);
    const [here = "", there = ""] = tenants;
    const other = await aMember(there);
    const wide = idOf(await made(await aVisitor("owner", tenants)));
    for (const id of [idOf(other), wide]) {
      expect((await ana.post(`/portal/t/${here}/tokens/${id}/revoke`)).status).toBe(404);
      expect(await rowOf(id)).toMatchObject({ revoked_at: null });
    }
    expect((await ana.post(`/portal/t/${there}/tokens/${idOf(other)}/revoke`)).status).toBe(303);
  });

  it("is where a line of the audit log about a token leads to", async () => {
    const { ana, tenants } = await aMaker();
    const [tenantId = ""] = tenants;
    await made(ana);
    const log = await textOf(ana.get(`/portal/t/${tenantId}/audit?action=token.issued`));
    expect(log).toContain(`<a href="/portal/t/${tenantId}/tokens">CI &lt;1&gt;</a>`);
  });
});
