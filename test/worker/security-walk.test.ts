import { describe, expect, it } from "vitest";
import { ROUTES } from "../../src/access/index.ts";
import { createWholeApp } from "../../src/app.ts";
import { call } from "../support/call.ts";
import type { Permission, ServiceOperation } from "../../src/access/index.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";

/** What answers without the access table: pages and gates that keep a table of their own. */
const OUTSIDE = ["/portal", "/api/v1"];

const routes = [
  ...new Set(
    (await createWholeApp()).routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`),
  ),
].filter((route) => !OUTSIDE.some((prefix) => route.split(" ")[1]?.startsWith(prefix)));

const closed = routes.filter((route) => ROUTES[route]?.who !== "anyone");

function request(route: string, tenantId = "nobody-at-all") {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern
    .replace(":tenantId", tenantId)
    .replaceAll(/(?<=\/):[a-zA-Z]+/g, "0123456789");
  return { method, path };
}

/** Each credential is made once: the walk asks what it opens, and changes nothing. */
const made = new Map<string, Promise<string>>();
function once(name: string, make: () => Promise<string>): Promise<string> {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}
const tenantOf = (name: string) => once(`tenant ${name}`, aTenant);
const keyFor = (operation?: ServiceOperation) =>
  once(`key ${operation}`, () => aServiceKey(operation && [operation]));
const memberWith = (permission?: Permission) =>
  once(`member ${permission}`, async () =>
    aMember(await tenantOf("member"), permission && [permission]),
  );

/** The credential that the message of a 401 names, by who may call. */
const BRING = {
  agent: "client certificate",
  member: "bearer token",
  operator: "bearer token",
  service: "X-Internal-Service-Key",
};
const WANTED = /^(Bearer|ServiceKey|ClientCertificate) realm="rampart"$/;

describe("every route", () => {
  it("is in the access table, and the table has no other route", () => {
    expect(routes.filter((route) => !(route in ROUTES))).toEqual([]);
    expect(Object.keys(ROUTES).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it.each(closed)("%s: 401 without a credential", async (route) => {
    const { method, path } = request(route);
    const answer = await call(method, path);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(WANTED);
    const said = await answer.json<{ message: string }>();
    expect(said).toMatchObject({ statusCode: 401, requestId: expect.any(String) });
    const { who = [] } = ROUTES[route] ?? {};
    for (const kind of who === "anyone" ? [] : who) expect(said.message).toContain(BRING[kind]);
  });

  it.each(closed)("%s: 401 or 403 with a credential of the wrong kind", async (route) => {
    const { method, path } = request(route);
    const { who = [], services } = ROUTES[route] ?? {};
    const wrong = services?.includes("encrypt") === true ? "ai:use" : "encrypt";
    const key = await keyFor(who.includes("service") ? wrong : undefined);
    const answer =
      who.includes("service") && !who.includes("operator")
        ? await call(method, path, { as: await anOperator() })
        : await call(method, path, { headers: { "x-internal-service-key": key } });
    expect([401, 403]).toContain(answer.status);
  });

  it.each(closed.filter((route) => ROUTES[route]?.who.includes("member")))(
    "%s: 403 without the permission",
    async (route) => {
      const { permission } = ROUTES[route] ?? {};
      const other = permission === "tenants:read" ? "audit:read" : "tenants:read";
      const { method, path } = request(route);
      const answer = await call(method, path, { as: await memberWith(other) });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ message: `Missing permission: ${permission}` });
    },
  );

  it.each(closed.filter((route) => route.includes(":tenantId")))(
    "%s: 403 or 404 for another tenant's member",
    async (route) => {
      const { method, path } = request(route, await tenantOf("other"));
      const as = await memberWith();
      const answer = await call(method, path, method === "GET" ? { as } : { as, body: {} });
      expect([403, 404]).toContain(answer.status);
    },
  );
});
