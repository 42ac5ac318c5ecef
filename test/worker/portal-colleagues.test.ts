import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueToken, PERMISSIONS, type Person } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, signedInAgain, type Visitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();
const isSignedIn = async (who: Visitor) => (await who.get("/portal/account")).status === 200;

/** The action addresses of the page's forms that end a session or revoke a token. */
async function endFormsOn(who: Visitor, page: string, kind: "sessions" | "tokens") {
  const found = (await textOf(who.get(page))).matchAll(
    new RegExp(`action="([^"]*/${kind}/\\w+/\\w+)"`, "g"),
  );
  return Array.from(found, ([, path = ""]) => path);
}

async function auditLinesOf(personId: string, action: string) {
  const { results } = await env.DB.prepare(
    "select actor, tenant_id as tenantId, detail from audit_log where target = ? and action = ?",
  )
    .bind(personId, action)
    .all<{ actor: string; tenantId: string | null; detail: string }>();
  return results;
}

describe("a colleague's open sessions", () => {
  it.each(["of a tenant", "of operators"])(
    "an owner %s ends one of two; the other stays open, and the audit log has it",
    async (team) => {
      const tenantId = team === "of a tenant" ? await aTenant() : undefined;
      const of = tenantId === undefined ? undefined : [tenantId];
      const list = tenantId === undefined ? "/portal/operators" : `/portal/t/${tenantId}/members`;
      const [ana, beto] = [await aVisitor("owner", of), await aVisitor("analyst", of)];
      const newer = await signedInAgain(beto);
      const page = `${list}/${beto.personId}`;
      const [path = "", ...others] = await endFormsOn(ana, page, "sessions");
      expect(others).toHaveLength(1);
      const answer = await ana.post(path);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, page]);
      expect([await isSignedIn(newer), await isSignedIn(beto)]).toEqual([false, true]);
      expect(await auditLinesOf(beto.personId, "session.ended")).toEqual([
        {
          actor: `person:${ana.personId}`,
          tenantId: tenantId ?? null,
          detail: expect.stringMatching(/^\{"startedAt":"\d{4}-[^"]+Z"\}$/) as string,
        },
      ]);
      expect((await ana.post(path)).status).toBe(404);
      const log = tenantId === undefined ? "/portal/audit" : `/portal/t/${tenantId}/audit`;
      const told = await textOf(ana.get(`${log}?action=session.ended`));
      expect(told).toContain(`<a href="${page}">`);
    },
  );

  it("the session that asks is marked; a person who never signed in has no such section", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const page = `/portal/t/${tenantId}/members/${ana.personId}`;
    expect(await textOf(ana.get(page))).toContain("This one");
    expect(await endFormsOn(ana, page, "sessions")).toEqual([]);
    const name = crypto.randomUUID();
    await ana.post(`/portal/t/${tenantId}/members/invite`, { name, role: "viewer" });
    const query = env.DB.prepare("select id from people where name = ?").bind(name);
    const newcomer = await query.first<string>("id");
    const shown = await textOf(ana.get(`/portal/t/${tenantId}/members/${newcomer}`));
    expect(shown).not.toContain("Open sessions");
  });

  it("403 if the colleague is also in a tenant out of reach; 404 if the session is another person's", async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    const ana = await aVisitor("owner", [mine]);
    const [shared, own] = [
      await aVisitor("viewer", [mine, other]),
      await aVisitor("viewer", [mine]),
    ];
    const operator = await aVisitor("owner");
    const members = `/portal/t/${mine}/members`;
    const [path = ""] = await endFormsOn(operator, `${members}/${shared.personId}`, "sessions");
    expect((await ana.post(path)).status).toBe(403);
    const astray = path.replace(shared.personId, own.personId);
    expect((await ana.post(astray)).status).toBe(404);
    expect(await isSignedIn(shared)).toBe(true);
  });
});

async function aTokenOf({ personId }: { personId: string }, name: string, reach: string[]) {
  const by: Person = {
    kind: "member",
    subject: `person:${personId}`,
    reach,
    permissions: new Set(PERMISSIONS),
    personId,
  };
  const order = { name, permissions: ["fleet:read"] as const };
  return settle(await issueToken(database(env), by, order, Date.now()));
}

describe("a colleague's access tokens", () => {
  it("an owner sees only tokens that reach no other tenant, and revokes one", async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    const [ana, beto] = [await aVisitor("owner", [mine]), await aVisitor("analyst", [mine])];
    const { id, token } = await aTokenOf(beto, "Robot", [mine]);
    await aTokenOf(beto, "Elsewhere", [mine, other]);
    const page = `/portal/t/${mine}/members/${beto.personId}`;
    const shown = await textOf(ana.get(page));
    expect(shown).toContain("Robot");
    expect(shown).not.toContain("Elsewhere");
    const [path = "", ...rest] = await endFormsOn(ana, page, "tokens");
    expect([path, rest]).toEqual([`${page}/tokens/${id}/revoke`, []]);
    const stranger = await aVisitor("owner", [other]);
    const strange = path.replace(`/t/${mine}/`, `/t/${other}/`);
    expect((await stranger.post(strange)).status).toBe(404);
    const answer = await ana.post(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, page]);
    expect(await auditLinesOf(id, "token.revoked")).toMatchObject([{ tenantId: mine }]);
    expect(await endFormsOn(ana, page, "tokens")).toEqual([]);
    const row = env.DB.prepare(
      "select revoked_at is not null as ended from access_tokens where id = ?",
    );
    expect(await row.bind(id).first<number>("ended")).toBe(1);
    expect(token).toMatch(/^rmp_pat_/);
  });

  it("404, and none ends, if the path names another person, or a tenant that does not list it", async () => {
    const [here, there] = [await aTenant(), await aTenant()];
    const operator = await aVisitor("owner");
    const both = [here, there];
    const ana = await aVisitor("owner", both);
    const [beto, caro] = [await aVisitor("analyst", both), await aVisitor("analyst", both)];
    const [narrow, wide, own] = [
      (await aTokenOf(beto, "Narrow", [there])).id,
      (await aTokenOf(beto, "Wide", both)).id,
      (await aTokenOf(ana, "Own", [there])).id,
    ];
    const page = (tenantId: string, { personId }: { personId: string }) =>
      `/portal/t/${tenantId}/members/${personId}`;
    const astray = [
      `${page(there, caro)}/tokens/${narrow}`,
      `${page(there, { personId: "nobody" })}/tokens/${narrow}`,
      `${page(here, beto)}/tokens/${narrow}`,
      `${page(here, beto)}/tokens/${wide}`,
      `${page(here, ana)}/tokens/${own}`,
    ];
    for (const path of astray)
      expect([path, (await ana.post(`${path}/revoke`)).status]).toEqual([path, 404]);
    const ofOperators = `/portal/operators/${beto.personId}/tokens/${wide}/revoke`;
    expect((await operator.post(ofOperators)).status).toBe(404);
    for (const id of [narrow, wide, own])
      expect(await auditLinesOf(id, "token.revoked")).toEqual([]);
    expect((await ana.post(`${page(there, beto)}/tokens/${narrow}/revoke`)).status).toBe(303);
  });

  it("an owner finds a live one behind fifty newer ones, on the second page", async () => {
    const mine = await aTenant();
    const [ana, { personId }] = [await aVisitor("owner", [mine]), await aVisitor("viewer", [mine])];
    const fill = env.DB.prepare(
      `insert into access_tokens (id, hash, last4, name, permissions, tenants, created_by,
        created_at, expires_at, person_id)
        with recursive n(i) as (select 0 union all select i + 1 from n where i < 50)
        select ?1 || i, '', '', 'x', '[]', ?2, '', i, iif(i = 0, ?3, i), ?1 from n`,
    );
    await fill.bind(personId, JSON.stringify([mine]), Date.now() + 60_000).run();
    const page = `/portal/t/${mine}/members/${personId}`;
    expect(await endFormsOn(ana, page, "tokens")).toEqual([]);
    expect(await textOf(ana.get(page))).toContain(`rel="next" href="${page}?page=2"`);
    expect(await textOf(ana.get(`${page}?page=2`))).toContain(
      `/tokens/${personId}0/revoke?page=2"`,
    );
  });
});
