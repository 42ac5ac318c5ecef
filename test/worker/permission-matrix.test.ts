import { describe, expect, it } from "vitest";
import {
  PERMISSIONS,
  ROUTES,
  SERVICE_OPERATIONS,
  type Permission,
  type ServiceOperation,
} from "../../src/access/index.ts";
import type { AccessRule } from "../../src/access/route-table.ts";
import { createWholeApp } from "../../src/app.ts";
import { MODULES, type Module } from "../../src/tenants/index.ts";
import { call } from "../support/call.ts";
import { aMember, aNewOperator, anApiKey, aServiceKey, aTenant } from "../support/people.ts";

const made = new Map<string, Promise<string>>();
/** Makes each credential once, because many routes ask for the same permission. */
function once(name: string, make: () => Promise<string>): Promise<string> {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}
const mine = () => once("tenant", aTenant);

const IS_SERVICE = new Set<string>(SERVICE_OPERATIONS);
const isPermission = (name: string | undefined): name is Permission =>
  PERMISSIONS.some((one) => one === name);

/** A body that no route can read: what comes behind the guard is not this test's subject. */
const BROKEN = "{";

/** The status for somebody who holds these permissions alone. */
async function ask(route: string, headers: Record<string, string>): Promise<number> {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern
    .replace(":tenantId", await mine())
    .replaceAll(/(?<=\/):[a-zA-Z]+/g, "0123456789");
  const body = method === "GET" ? {} : { body: BROKEN };
  return (await call(method, path, { headers, ...body })).status;
}

async function asPerson(kind: "member" | "operator", may: readonly Permission[]) {
  const make = async () => (kind === "operator" ? aNewOperator(may) : aMember(await mine(), may));
  return { authorization: `Bearer ${await once(`${kind} ${may.join()}`, make)}` };
}

async function asService(may: readonly ServiceOperation[]) {
  const key = await once(`service ${may.join()}`, async () => aServiceKey(may, [await mine()]));
  return { "x-internal-service-key": key };
}

const REFUSED = [401, 403];
const closed = Object.entries(ROUTES).filter(([, { who }]) => who !== "anyone");
const forPeople = closed.flatMap(([route, { who, permission }]) =>
  (["member", "operator"] as const).flatMap((kind) =>
    who.includes(kind) && isPermission(permission) ? [{ route, kind, permission }] : [],
  ),
);
const operationsOf = ({ permission, services = [] }: AccessRule) =>
  [permission, ...services].filter(
    (one): one is ServiceOperation => one !== undefined && IS_SERVICE.has(one),
  );
const forServices = closed.flatMap(([route, rule]) =>
  rule.who.includes("service") ? operationsOf(rule).map((operation) => ({ route, operation })) : [],
);

describe("a token with one permission", () => {
  it.each(forPeople)("$route lets a $kind in by $permission alone", async (one) => {
    const { route, kind, permission } = one;
    expect(REFUSED).not.toContain(await ask(route, await asPerson(kind, [permission])));
  });

  it.each(forPeople)("$route refuses a $kind with all others than $permission", async (one) => {
    const { route, kind, permission } = one;
    const others = PERMISSIONS.filter((each) => each !== permission);
    expect(await ask(route, await asPerson(kind, others))).toBe(403);
  });

  it.each(closed.filter(([, { who }]) => who.includes("operator") && !who.includes("member")))(
    "%s refuses a member with all permissions",
    async (route) => {
      expect(await ask(route, await asPerson("member", PERMISSIONS))).toBe(403);
    },
  );
});

describe("a service key with one operation", () => {
  it.each(forServices)("$route lets a service in by $operation alone", async (one) => {
    expect(REFUSED).not.toContain(await ask(one.route, await asService([one.operation])));
  });

  it.each([...new Set(forServices.map(({ route }) => route))])(
    "%s refuses a service with all operations but its own",
    async (route) => {
      const own = operationsOf(ROUTES[route] ?? { who: [], tenants: "none" });
      const others = SERVICE_OPERATIONS.filter((each) => !own.includes(each));
      expect(await ask(route, await asService(others))).toBe(403);
    },
  );
});

/** The scope of each address of the threat-intelligence API. */
const SCOPES: Record<string, Module> = {
  "GET /api/v1/urlsearch": "urlsearch",
  "GET /api/v1/ipsearch": "ipsearch",
  "GET /api/v1/dnssearch": "dnssearch",
  "GET /api/v1/darkweb": "darkweb",
  "POST /api/v1/antispam": "antispam",
  "GET /api/v1/exports/ip.txt": "ipsearch",
  "GET /api/v1/exports/domain.txt": "dnssearch",
  "GET /api/v1/exports/url.txt": "urlsearch",
  "GET /api/v1/exports/rpz.zone": "dnssearch",
  "GET /api/v1/decisions": "ipsearch",
  "GET /api/v1/decisions/stream": "ipsearch",
  "POST /api/v1/usage-metrics": "ipsearch",
};

describe("an API key with one scope", () => {
  it("is tried at each address of the API", async () => {
    const routes = (await createWholeApp()).routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/v1"))
      .map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(SCOPES).toSorted()).toEqual([...new Set(routes)].toSorted());
  });

  it.each(Object.keys(SCOPES))("%s is open to its own scope alone", async (route) => {
    const statuses = await Promise.all(
      MODULES.map(async (module) => {
        const key = await once(`api key ${module}`, async () => anApiKey(await mine(), [module]));
        const status = await ask(route, { "x-tenant-id": await mine(), "x-api-key": key });
        return [module, REFUSED.includes(status)];
      }),
    );
    expect(statuses).toEqual(MODULES.map((module) => [module, module !== SCOPES[route]]));
  });
});
