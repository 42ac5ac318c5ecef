import { beforeAll, describe, expect, it } from "vitest";
import fleet from "../../public/openapi/fleet.json";
import { ROUTES } from "../../src/access/index.ts";
import { call } from "../support/call.ts";
import { aMember, aServiceKey, aTenant } from "../support/people.ts";

const NOBODYS = "nobody-is-called-so";
const NAMES = new Set(["tenantId", "tenant", "tenants"]);
const SEALED = `fe1.1.${"A".repeat(60)}`;

/** Bodies that each route takes, without the tenant. */
const BODIES: Record<string, object> = {
  "POST /admin/tokens": { name: "Mine", permissions: ["fleet:read"] },
  "POST /admin/invites": { name: "Ana", role: "viewer" },
  "POST /admin/enrollment-codes": { roles: ["collector"], maxUses: 1, ttlSeconds: 600 },
  "POST /admin/policies": { name: "Mine", document: {} },
  "PUT /admin/policies/assignments": { policyId: "none" },
  "POST /admin/fleet/bulk-orders/preview": { action: "deregister", filter: {} },
  "POST /admin/fleet/bulk-orders": { action: "deregister", filter: {}, expected: 1 },
  "POST /detection-dictionaries": { name: "Mine", kind: "terms", entries: [{ value: "prize" }] },
  "POST /ai/context/search": { query: "lost device" },
  "POST /ai/ask-rag": { query: "lost device" },
  "POST /ai/chat": { query: "lost device" },
  "POST /ai/reindex": {},
  "POST /ai/documents": { title: "Mine", source: "book", text: "Thirty days." },
  "PUT /ai/documents/:id": { title: "Mine", source: "book", text: "Thirty days." },
  "POST /ai/documents:batch": {
    documents: [{ title: "Mine", source: "book", text: "Thirty days." }],
  },
  "PUT /ai/tools/:tool/snapshot": {
    collectedAt: "2026-11-01T00:00:00Z",
    data: { skus: [], renewals: [] },
  },
  "POST /ai/actions/:id/approve": {},
  "POST /ai/actions/:id/reject": {},
  "POST /ai/actions/:id/begin": {},
  "POST /ai/actions/:id/result": { state: "executed" },
  "POST /ai/prompts/test": { query: "lost device" },
  "POST /ai/prompts/versions": {
    template: { en: "Answer out of what stands between {{fence}}." },
    commitMessage: "Mine",
  },
  "PUT /ai/prompts/labels/:label": { versions: [{ version: 1 }] },
  "POST /ai/prompts/moves/:id/approve": {},
  "POST /ai/prompts/moves/:id/reject": {},
  "POST /ai/prompts/evaluations": { version: 1 },
  "PATCH /ai/settings": { fourEyes: true },
  "PUT /ai/settings/providers/:name": { provider: { kind: "deepgram" }, key: "k".repeat(20) },
  "POST /ai/voice/synthesize": { text: "All is well." },
  "POST /ai/voice/transcribe": { audioBase64: "UklGRgAAAABXQVZFZm10IA==" },
  "POST /encryption/encrypt": { value: "Ana" },
  "POST /encryption/decrypt": { encrypted: SEALED },
  "POST /encryption/provision-key": {},
  "POST /encryption/rotate-key": {},
  "POST /encryption/rewrap": { encrypted: SEALED },
  "POST /encryption/batch": { operation: "encrypt", items: [{ value: "Ana" }] },
};

/** Some things are named in a path that has to be right before the tenant is looked at. */
const IN_PATHS: Record<string, string> = { tool: "LicenseSummary", version: "1" };

interface Described {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Schema {
  $ref?: string;
  properties?: object;
  oneOf?: Schema[];
}

const schemas = fleet.components.schemas as Record<string, Schema>;

/** How each route of the description names a tenant outside of its path, if it does. */
const found = Object.entries(fleet.paths as Record<string, Record<string, Described>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
      const query = parameters.find((one) => one.in === "query" && NAMES.has(one.name))?.name;
      const given = requestBody?.content["application/json"]?.schema;
      const schema = schemas[given?.$ref?.split("/").at(-1) ?? ""] ?? given;
      const { properties = schema?.oneOf?.[0]?.properties ?? {} } = schema ?? {};
      const field = Object.keys(properties).find((name) => NAMES.has(name));
      return query === undefined && field === undefined ? [] : [{ route, query, field }];
    }),
);
const open = found.filter(({ route }) => {
  const { who = [] } = ROUTES[route] ?? {};
  return who.includes("member") || (who.includes("service") && who !== "anyone");
});

describe("a tenant out of reach, named in a body or a query", () => {
  let mine = "";
  let theirs = "";
  let as = "";
  let key = "";

  beforeAll(async () => {
    [mine, theirs] = [await aTenant(), await aTenant()];
    as = await aMember(mine);
    key = await aServiceKey(undefined, [mine]);
  });

  async function ask({ route, query, field }: (typeof open)[number], tenantId: string) {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replaceAll(
      /(?<=\/):(\w+)/g,
      (_all, name: string) => IN_PATHS[name] ?? "x1",
    );
    const isForPeople = ROUTES[route]?.who.includes("member") === true;
    const named = field === "tenants" ? { tenants: [tenantId] } : { tenantId };
    const answer = await call(method, query === undefined ? path : `${path}?${query}=${tenantId}`, {
      ...(isForPeople ? { as } : { headers: { "x-internal-service-key": key } }),
      ...(field === undefined ? {} : { body: { ...BODIES[route], ...named } }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    const said = isJson ? (JSON.parse(text) as Record<string, unknown>) : { text };
    const { requestId: _id, traceId: _trace, ...rest } = said;
    const names = [...answer.headers.keys()].toSorted().join();
    return { status: answer.status, text: JSON.stringify(rest).replaceAll(tenantId, "ID"), names };
  }

  it("is tried at each route that names one", () => {
    const bodies = open.filter(({ field }) => field !== undefined).map(({ route }) => route);
    expect(bodies.toSorted()).toEqual(Object.keys(BODIES).toSorted());
    expect(open.length).toBeGreaterThan(50);
  });

  it.each(open)("$route: 403, as for one that does not exist", async (route) => {
    const foreign = await ask(route, theirs);
    expect(foreign.status).toBe(403);
    expect(foreign).toEqual(await ask(route, NOBODYS));
  });

  it.each(open)("$route: is not refused for the caller's own, or for its form", async (route) => {
    const { status, text } = await ask(route, mine);
    expect(status).not.toBe(403);
    expect(text).not.toContain("invalid_request");
  });
});
