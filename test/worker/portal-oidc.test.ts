import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { askErasure, closeTenant } from "../support/erasure.ts";
import {
  aBrowser,
  CALLBACK,
  enterWith,
  ORIGIN,
  Provider,
  sessionOf,
  type Claims,
} from "../support/oidc-provider.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

async function peopleOf({ url }: Provider): Promise<{ id: string; role: string }[]> {
  const query = env.DB.prepare("select id, role from people where created_by = ?");
  return (await query.bind(`oidc:${url}`).all<{ id: string; role: string }>()).results;
}

async function auditLinesOf({ url }: Provider) {
  const { results } = await env.DB.prepare(
    "select action, tenant_id as tenantId, detail from audit_log where actor = ? order by seq",
  )
    .bind(`oidc:${url}`)
    .all<{ action: string; tenantId: string | null; detail: string }>();
  return results.map(({ detail, ...line }) => ({ ...line, detail: JSON.parse(detail) as unknown }));
}

describe("signing in by an identity provider", () => {
  it("is offered, redirects to the provider without the secret, and comes back as a member of the tenant", async () => {
    const provider = new Provider();
    const tenantId = await aTenant();
    const { get, set, back } = aBrowser(provider);
    expect(await (await get("/portal/sign-in")).text()).toContain("Sign in with Acme Login");
    const { cookie, location, state } = await set();
    expect(location.startsWith(`${provider.url}/authorize?prompt=login&`)).toBe(true);
    expect(new URL(location).searchParams.get("redirect_uri")).toBe(CALLBACK);
    expect(location).not.toContain("s3cret");
    const code = provider.authorize(location, { tenant_id: tenantId });
    const answer = await back({ code, state, iss: provider.url }, cookie);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/portal");
    const session = sessionOf(answer);
    expect((await get(`/portal/t/${tenantId}`, session)).status).toBe(200);
    expect((await get(`/portal/t/${await aTenant()}`, session)).status).toBe(404);
    expect(await (await get("/portal/account", session)).text()).toContain("Ana Ruiz");
  });

  it("403 and no person is created for a tenant that is erased", async () => {
    const provider = new Provider();
    const tenantId = await aTenant();
    await closeTenant(tenantId);
    await askErasure(tenantId);
    const refused = await enterWith(provider)({ tenant_id: tenantId });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("has been erased");
    expect(await peopleOf(provider)).toEqual([]);
  });

  it("lands on an existing tenant; a person with none reads that they belong to no tenant", async () => {
    const provider = new Provider();
    const tenantId = await aTenant();
    const enter = enterWith(provider);
    const { get } = aBrowser(provider);
    const lost = sessionOf(await enter({ tenant_id: "not-made-yet" }));
    const page = await get("/portal", lost);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("You belong to no tenant");
    const found = sessionOf(await enter({ tenant_id: ["not-made-yet", tenantId] }));
    const first = await get("/portal", found);
    expect(first.headers.get("location")).toBe(`/portal/t/${tenantId}`);
  });

  it("lands on the page asked for before sign-in, and on /portal if a cookie names another site", async () => {
    const provider = new Provider();
    const tenantId = await aTenant();
    const { get, set, back } = aBrowser(provider);
    const path = `/portal/t/${tenantId}/usage?from=2026-01-01`;
    const asked = (await get(path)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    for (const [cookie, to] of [
      [asked, path],
      ["__Host-asked=https%3A%2F%2Fevil.example%2Fportal", "/portal"],
    ]) {
      const { cookie: begun, location, state } = await set();
      const code = provider.authorize(location, { tenant_id: tenantId });
      const answer = await back({ code, state }, `${begun}; ${cookie}`);
      expect(answer.headers.get("location")).toBe(to);
    }
  });

  it("takes role and tenants from the provider at each sign-in", async () => {
    const provider = new Provider();
    const [one, other] = [await aTenant(), await aTenant()];
    const { get, set, back } = aBrowser(provider);
    const enter = async (claims: Claims) => {
      const { cookie, location, state } = await set();
      return sessionOf(await back({ code: provider.authorize(location, claims), state }, cookie));
    };
    const owner = await enter({ tenant_id: one });
    expect((await get(`/portal/t/${one}/members`, owner)).status).toBe(200);
    const reader = await enter({ tenant_id: other, role: ["readers", "no role of ours"] });
    expect((await get(`/portal/t/${other}/members`, reader)).status).toBe(403);
    expect((await get(`/portal/t/${one}`, reader)).status).toBe(404);
  });

  it("403 for a person who was removed in the portal, even if the provider confirms them", async () => {
    const provider = new Provider();
    const tenantId = await aTenant();
    const { set, back } = aBrowser(provider);
    const enter = async () => {
      const { cookie, location, state } = await set();
      return back({ code: provider.authorize(location, { tenant_id: tenantId }), state }, cookie);
    };
    expect((await enter()).status).toBe(303);
    await env.DB.prepare("UPDATE people SET disabled_at = 1 WHERE created_by = ?")
      .bind(`oidc:${provider.url}`)
      .run();
    const refused = await enter();
    expect(refused.status).toBe(403);
    expect(sessionOf(refused)).toBe("");
  });

  const wrong: [string, (p: Provider) => { claims?: Claims; query?: Record<string, string> }][] = [
    ["another state", () => ({ query: { state: "made-up" } })],
    ["no code", () => ({ query: { code: "" } })],
    ["a code that was never given", () => ({ query: { code: "made-up" } })],
    ["another issuer in the answer", () => ({ query: { iss: "https://evil.example" } })],
    ["another nonce", () => ({ claims: { nonce: "made-up" } })],
    ["no nonce", () => ({ claims: { nonce: undefined } })],
    ["an empty nonce", () => ({ claims: { nonce: "" } })],
    ["a token for the API and not for the portal", () => ({ claims: { aud: "rampart-api" } })],
    ["a token that another client asked for", () => ({ claims: { azp: "somebody" } })],
    ["a token of another issuer", () => ({ claims: { iss: "https://evil.example" } })],
  ];

  it.each(wrong)("401 and no session with %s", async (_why, make) => {
    const provider = new Provider();
    const tenantId = await aTenant();
    const { set, back } = aBrowser(provider);
    const { cookie, location, state } = await set();
    const { claims, query } = make(provider);
    const code = provider.authorize(location, { tenant_id: tenantId, ...claims });
    const answer = await back({ code, state, ...query }, cookie);
    expect(answer.status).toBe(401);
    expect(sessionOf(answer)).toBe("");
    expect(await answer.text()).toContain("did not confirm who you are");
  });

  const placeless: [string, Claims][] = [
    ["no role of ours", { role: "guests" }],
    ["no tenant", { tenant_id: [] }],
  ];

  it.each(placeless)("403 and no session if the provider gives %s", async (_why, claims) => {
    const provider = new Provider();
    const refused = await enterWith(provider)({ tenant_id: await aTenant(), ...claims });
    expect(refused.status).toBe(403);
    expect(sessionOf(refused)).toBe("");
    expect(await peopleOf(provider)).toEqual([]);
    const page = await refused.text();
    expect(page).not.toContain("did not confirm");
    expect(page).toContain("gives you no role or no tenant here");
  });

  it.each([
    [{ name: " ", email: "ana@example.com" }, "ana@example.com"],
    [{ name: "", email: "" }, "ana"],
    [{ name: "Ana\u0000\u001b[31m\nRuiz" }, "Ana [31m Ruiz"],
    [{ name: "\u0007", email: "ana@example.com" }, "ana@example.com"],
    [{ name: `${"n".repeat(119)}\u{1f600}` }, "n".repeat(119)],
  ])("stores a readable name: %o becomes %s", async (claims, name) => {
    const provider = new Provider();
    const tenantId = await aTenant();
    await enterWith(provider)({ tenant_id: tenantId, ...claims });
    const query = env.DB.prepare("select name from people where created_by = ?");
    expect(await query.bind(`oidc:${provider.url}`).first("name")).toBe(name);
  });

  it("401 for a callback in another browser, a repeated one, and one after 11 minutes", async () => {
    const provider = new Provider();
    const tenantId = await aTenant();
    const { set, back } = aBrowser(provider);
    const mine = await set();
    const theirs = await set();
    const code = provider.authorize(mine.location, { tenant_id: tenantId });
    expect((await back({ code, state: mine.state }, theirs.cookie)).status).toBe(401);
    expect((await back({ code, state: mine.state }, "")).status).toBe(401);
    expect((await back({ code, state: mine.state }, mine.cookie)).status).toBe(303);
    expect((await back({ code, state: mine.state }, mine.cookie)).status).toBe(401);
    const late = await set();
    const lateCode = provider.authorize(late.location, { tenant_id: tenantId });
    provider.now += 11 * 60_000;
    expect((await back({ code: lateCode, state: late.state }, late.cookie)).status).toBe(401);
  });

  it("404 for an unknown provider, and no offer if none is configured", async () => {
    const { get } = aBrowser(new Provider());
    expect((await get("/portal/oidc/other")).status).toBe(404);
    const bare = await anApp().request(`${ORIGIN}/portal/sign-in`, {
      headers: { "accept-language": "en" },
    });
    expect(await bare.text()).not.toContain("/portal/oidc/");
  });
});

describe("the audit log of a person whom a provider describes", () => {
  it("has a line when the person is new or the role or tenants change, and only then", async () => {
    const provider = new Provider();
    const [one = "", other = ""] = [await aTenant(), await aTenant()].toSorted();
    const enter = enterWith(provider);
    await enter({ tenant_id: one });
    await enter({ tenant_id: [one], name: "Ana María Ruiz" });
    const created = {
      action: "person.created",
      tenantId: one,
      detail: { role: "owner", tenants: [one] },
    };
    expect(await auditLinesOf(provider)).toEqual([created]);
    await enter({ tenant_id: one, role: "readers" });
    await enter({ tenant_id: [other, one, other], role: "readers" });
    await enter({ tenant_id: [one, other], role: "readers" });
    expect(await auditLinesOf(provider)).toEqual([
      created,
      { action: "person.role_changed", tenantId: one, detail: { from: "owner", to: "viewer" } },
      {
        action: "person.tenants_changed",
        tenantId: null,
        detail: { from: [one], to: [one, other] },
      },
    ]);
  });

  it("has one line when the same sign-in comes twice at the same time", async () => {
    const provider = new Provider();
    const enter = enterWith(provider);
    const tenantId = await aTenant();
    await Promise.all([enter({ tenant_id: tenantId }), enter({ tenant_id: tenantId })]);
    const change = { tenant_id: tenantId, role: "readers" };
    await Promise.all([enter(change), enter(change)]);
    const actions = (await auditLinesOf(provider)).map(({ action }) => action);
    expect(actions).toEqual(["person.created", "person.role_changed"]);
  });

  it("has a line when a member becomes an operator of all tenants", async () => {
    const provider = new Provider();
    const settings = provider.settings.bind(provider);
    const grants = (who: string) => () => settings().replace('"member"', `"${who}"`);
    const tenantId = await aTenant();
    await enterWith(provider)({ tenant_id: tenantId });
    Object.assign(provider, { settings: grants("operator") });
    await enterWith(provider)({});
    await enterWith(provider)({});
    expect(await auditLinesOf(provider)).toMatchObject([
      { action: "person.created" },
      { action: "person.tenants_changed", detail: { from: [tenantId], to: null } },
    ]);
  });

  it("has no line for a person removed in the portal, who keeps their role", async () => {
    const provider = new Provider();
    const enter = enterWith(provider);
    const tenantId = await aTenant();
    await enter({ tenant_id: tenantId });
    const [{ id } = { id: "" }] = await peopleOf(provider);
    const operator = await aVisitor("owner");
    // Another owner, so that this one may go.
    await aVisitor("owner", [tenantId]);
    const removed = await operator.post(`/portal/t/${tenantId}/members/${id}/remove`);
    expect(removed.status).toBe(303);
    expect((await enter({ tenant_id: tenantId, role: "readers" })).status).toBe(403);
    expect((await enter({ tenant_id: [tenantId, await aTenant()] })).status).toBe(403);
    expect(await peopleOf(provider)).toEqual([{ id, role: "owner" }]);
    expect(await auditLinesOf(provider)).toHaveLength(1);
  });
});

describe("changing in the portal a person whom a provider describes", () => {
  it.each([
    ["role", { role: "analyst" }],
    ["remove", {}],
  ])(
    "%s: 409 that points to the provider; nothing changes in either of two tenants",
    async (form, fields) => {
      const provider = new Provider();
      const enter = enterWith(provider);
      const tenants = [await aTenant(), await aTenant()];
      const session = sessionOf(await enter({ tenant_id: tenants, role: "readers" }));
      const [{ id } = { id: "" }] = await peopleOf(provider);
      const operator = await aVisitor("owner");
      const path = `/portal/t/${tenants[0]}/members/${id}/${form}`;
      const refused = await operator.post(path, fields);
      expect(refused.status).toBe(409);
      expect(await refused.text()).toContain("identity provider decides this. Change it there.");
      const { get } = aBrowser(provider);
      for (const tenantId of tenants) {
        expect((await get(`/portal/t/${tenantId}`, session)).status).toBe(200);
      }
      expect(await peopleOf(provider)).toEqual([{ id, role: "viewer" }]);
      expect(await auditLinesOf(provider)).toHaveLength(1);
    },
  );
});
