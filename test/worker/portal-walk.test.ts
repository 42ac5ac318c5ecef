import { beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS, PERMISSIONS_OF, type SignedIn } from "../../src/access/index.ts";
import { createWholeApp } from "../../src/app.ts";
import { isRefusal } from "../../src/http/index.ts";
import { judgePage } from "../../src/portal/gate/judge-page.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor, type Visitor } from "../support/visitor.ts";

const routes = [
  ...new Set(
    (await createWholeApp()).routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/portal"))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];
const closed = routes.filter((route) => PAGES[route]?.who !== "anyone");
const ofTenant = closed.filter((route) => route.includes(":tenantId"));
const guarded = closed.filter((route) => PAGES[route]?.permission !== undefined);
const forOperators = closed.filter((route) => PAGES[route]?.who === "operators");

function send(who: Visitor, route: string, tenantId = "nobody-at-all"): Promise<Response> {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replace(":tenantId", tenantId).replaceAll(/:[a-zA-Z]+/g, "0123456789");
  return method === "GET" ? who.get(path) : who.post(path);
}

describe("every page of the portal", () => {
  let tenantId = "";
  let stranger: Visitor;
  let viewer: Visitor;
  let owner: Visitor;
  let operator: Visitor;

  beforeAll(async () => {
    tenantId = await aTenant();
    stranger = await aVisitor("owner", [await aTenant()]);
    viewer = await aVisitor("viewer", [tenantId]);
    owner = await aVisitor("owner", [tenantId]);
    operator = await aVisitor("owner");
  });

  it("is in the table of pages, and the table has no other", () => {
    expect(routes.filter((route) => !(route in PAGES))).toEqual([]);
    expect(Object.keys(PAGES).filter((route) => !routes.includes(route))).toEqual([]);
    expect(routes.length).toBeGreaterThan(30);
  });

  it("needs a permission if its address names a tenant", () => {
    expect(ofTenant.filter((route) => PAGES[route]?.permission === undefined)).toEqual([]);
  });

  it.each(closed)("%s: 303 to the sign-in without a session", async (route) => {
    for (const nobody of [visitor(""), visitor("__Host-sid=made-up")]) {
      const answer = await send(nobody, route, tenantId);
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).toBe("/portal/sign-in");
    }
  });

  it.each(ofTenant)("%s: 404 for a session of another tenant", async (route) => {
    const answer = await send(stranger, route, tenantId);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain(`<h1>${tenantId}`);
  });

  it.each(ofTenant)("%s: 404 for an operator if there is no such tenant", async (route) => {
    expect((await send(operator, route, "no-such-tenant")).status).toBe(404);
  });

  it.each(closed.filter((route) => route.startsWith("POST")))(
    "%s: 403 from another site",
    async (route) => {
      const [, pattern = ""] = route.split(" ");
      const path = pattern.replace(":tenantId", tenantId).replaceAll(/:[a-zA-Z]+/g, "0123456789");
      const answer = await owner.post(path, {}, { "sec-fetch-site": "cross-site" });
      expect(answer.status).toBe(403);
    },
  );

  it.each(
    guarded.filter((route) => {
      const permission = PAGES[route]?.permission;
      return permission !== undefined && !PERMISSIONS_OF.viewer.includes(permission);
    }),
  )("%s: 403 without the permission", async (route) => {
    expect((await send(viewer, route, tenantId)).status).toBe(403);
  });

  it.each(forOperators)("%s: 403 for a tenant's owner", async (route) => {
    expect((await send(owner, route, tenantId)).status).toBe(403);
  });

  it.each(guarded)(
    "%s: its rule refuses a person with all permissions but the one that it needs",
    (route) => {
      const rule = PAGES[route];
      const others = PERMISSIONS.filter((permission) => permission !== rule?.permission);
      const who: SignedIn = {
        kind: "operator",
        subject: "person:x",
        reach: "all",
        permissions: new Set(others),
        personId: "x",
        name: "x",
        role: "owner",
        startedAt: 0,
        provenAt: null,
        passkeys: 0,
      };
      expect(isRefusal(judgePage(rule, who, tenantId))).toBe(true);
      const permissions = new Set(PERMISSIONS);
      expect(judgePage(rule, { ...who, permissions }, tenantId)).toBe("open");
    },
  );

  it("403 if the table has no line for it", () => {
    expect(judgePage(undefined, undefined, undefined)).toMatchObject({ status: 403 });
  });
});
