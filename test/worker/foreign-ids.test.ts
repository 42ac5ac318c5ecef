import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { ROUTES } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";
import { createEndpoint } from "../../src/webhooks/endpoints/create-endpoint.ts";
import { newEndpoint } from "../../src/webhooks/schemas.ts";
import { anAgent, aCode } from "../support/agent.ts";
import { call } from "../support/call.ts";
import { aMember, anApiKey, anOperator, aTenant, ROOT } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

/** A thing of another tenant, by the part of a path that its id follows. */
const theirs: Record<string, string> = {};
const MAKERS: Record<string, (tenantId: string) => Promise<string>> = {
  "api-keys": async (tenantId) => (await anApiKey(tenantId)).slice(9, 19),
  webhooks: async (tenantId) => {
    const place = { env, platform: livePlatform, by: ROOT, tenantId: claimedBySystem(tenantId) };
    const order = newEndpoint.parse({ url: "http://localhost:9/hook", events: ["ping"] });
    return settle(await createEndpoint(place, order, "rampart.test")).row.id;
  },
  entries: (tenantId) =>
    made(`/admin/tenants/${tenantId}/intel/entries`, { action: "deny", value: "bad.example" }),
  inspections: async (tenantId) => {
    const headers = { "x-tenant-id": tenantId, "x-api-key": await anApiKey(tenantId) };
    const body = { channel: "sms", sender: "1234", body: "Hello there" };
    const answer = await call("POST", "/api/v1/antispam", { headers, body });
    return (await answer.json<{ inspectionId: string }>()).inspectionId;
  },
  "enrollment-codes": async (tenantId) => (await aCode({ tenantId })).id,
  agents: async (tenantId) => (await anAgent({ tenantId })).id,
  "bulk-orders": async (tenantId) => {
    const agentIds = [(await anAgent({ tenantId })).id];
    const order = { action: "deregister", tenantId, agentIds, expected: 1 };
    return made("/admin/fleet/bulk-orders", order);
  },
  policies: (tenantId) =>
    made("/admin/policies", { tenantId, name: "Theirs", document: {}, checkinIntervalSeconds: 60 }),
  "detection-dictionaries": (tenantId) =>
    made("/detection-dictionaries", {
      tenantId,
      name: "Theirs",
      kind: "terms",
      entries: [{ value: "prize" }],
    }),
  documents: (tenantId) =>
    made("/ai/documents", { tenantId, title: "Theirs", source: "book", text: "Thirty days." }),
  tokens: async (tenantId) => (await aMember(tenantId)).split("_")[2] ?? "",
  members: async (tenantId) => (await aVisitor("viewer", [tenantId])).personId,
};
/** The pages of the portal call some things by another name. */
const IN_PAGES: Record<string, string> = {
  keys: "api-keys",
  lists: "entries",
  collectors: "agents",
  codes: "enrollment-codes",
  dictionaries: "detection-dictionaries",
};
const BODIES: Record<string, () => object> = {
  "PATCH /admin/tenants/:tenantId/api-keys/:id": () => ({ name: "mine" }),
  "PATCH /admin/tenants/:tenantId/webhooks/:id": () => ({ description: "mine" }),
  "POST /admin/tenants/:tenantId/webhooks/:id/replay": () => ({ eventId: "evt_theirs" }),
  "POST /admin/tenants/:tenantId/inspections/:id/feedback": () => ({ kind: "false_positive" }),
  "POST /admin/policies/:id/revisions": () => ({ document: { mine: true } }),
  "PATCH /detection-dictionaries/:id": () => ({ name: "mine" }),
};

async function made(path: string, body: object): Promise<string> {
  const answer = await call("POST", path, { as: await anOperator(), body });
  const said = await answer.json<{ id?: string }>();
  if (said.id === undefined) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said.id;
}

/** An id of the same form that nothing has. */
const nobodys = (id: string) =>
  id.replace(/.{6}$/, (end) => (end === "000000" ? "111111" : "000000"));

/** What is named by the parameter behind the tenant's, or by the only one. */
function thingIn(route: string): string | undefined {
  const [, before = ""] = /\/([a-z-]+)\/:(?!tenantId)\w+/.exec(route) ?? [];
  const name = IN_PAGES[before] ?? before;
  return name in MAKERS ? name : undefined;
}

function addressOf(route: string, tenantId: string, id: string): [method: string, path: string] {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replace(":tenantId", tenantId).replace(/:\w+/, id);
  return [method, path.replaceAll(/(?<=\/):\w+/g, "0123456789")];
}

const forMembers = Object.keys(ROUTES).filter((route) => ROUTES[route]?.who.includes("member"));
const apiRoutes = forMembers.filter(
  // It makes a document of one's own under that id.
  (route) => thingIn(route) !== undefined && route !== "PUT /ai/documents/:id",
);
/** All below /ai are tried in ai-isolation.test.ts; a version of a key is no thing without its tenant. */
const ELSEWHERE = / \/ai\/|\/versions\/:version\//;
const pages = Object.keys(PAGES).filter(
  (route) =>
    route.includes(":tenantId") &&
    thingIn(route) !== undefined &&
    PAGES[route]?.who !== "operators",
);

describe("a thing of another tenant, named below one's own", () => {
  let mine = "";
  let as = "";
  let ana: Visitor;

  beforeAll(async () => {
    const tenantId = await aTenant();
    for (const name in MAKERS) theirs[name] = (await MAKERS[name]?.(tenantId)) ?? "";
    mine = await aTenant();
    as = await aMember(mine);
    ana = await aVisitor("owner", [mine]);
  });

  it("is tried at each address of the API that has an id", () => {
    const withId = forMembers.filter((route) => /\/:(?!tenantId)\w+/.test(route));
    const left = withId.filter((route) => !apiRoutes.includes(route));
    expect(left.filter((route) => !ELSEWHERE.test(route))).toEqual([]);
  });

  it.each(apiRoutes)("%s: is answered like one that is not there", async (route) => {
    const id = theirs[thingIn(route) ?? ""] ?? "";
    const ask = async (asked: string) => {
      const [method, path] = addressOf(route, mine, asked);
      const body = BODIES[route]?.() ?? (method === "POST" ? {} : undefined);
      const query = /documents|prompts/.test(path) ? `?tenantId=${mine}` : "";
      const answer = await call(method, path + query, {
        as,
        headers: { "if-none-match": "*", "if-match": "*" },
        ...(body === undefined ? {} : { body }),
      });
      const { requestId: _id, ...said } = await answer.json<Record<string, unknown>>();
      const names = [...answer.headers.keys()].sort().join();
      return [answer.status, JSON.stringify(said).replaceAll(asked, "ID"), names];
    };
    const foreign = await ask(id);
    expect(foreign).toEqual(await ask(nobodys(id)));
    expect(foreign[0]).toBe(404);
  });

  it.each(pages)("%s: is answered like one that is not there", async (route) => {
    const id = theirs[thingIn(route) ?? ""] ?? "";
    const ask = async (asked: string) => {
      const [method, path] = addressOf(route, mine, asked);
      const answer =
        method === "GET" ? await ana.get(path) : await ana.post(path, { name: "mine" });
      const text = (await answer.text()).replaceAll(asked, "ID");
      const said = /<main[^]*?<\/main>/.exec(text)?.[0].replaceAll(/<code>[^<]*<\/code>/g, "");
      return [answer.status, answer.headers.get("location")?.replaceAll(asked, "ID"), said];
    };
    const foreign = await ask(id);
    expect(foreign).toEqual(await ask(nobodys(id)));
    expect(foreign[0]).toBe(404);
  });

  it("is still there afterwards", async () => {
    const operator = await anOperator();
    for (const name of ["policies", "agents", "detection-dictionaries"]) {
      const path = `${name === "policies" ? "/admin" : ""}/${name}/${theirs[name]}`;
      expect([path, (await call("GET", path, { as: operator })).status]).toEqual([path, 200]);
    }
  });
});
