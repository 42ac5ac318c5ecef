import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../src/access/index.ts";
import { anAgent } from "../support/agent.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aMember, aNewOperator, aTenant } from "../support/people.ts";

const WORDS = { name: "words", kind: "terms", entries: [{ value: "a" }] };

/** The routes by which this operator read this tenant's data, from the tenant's audit log. */
async function looksOf(operator: string, tenantId: string) {
  const { results } = await env.DB.prepare(
    "SELECT target FROM audit_log WHERE action = 'tenants.read' AND actor = ? AND tenant_id = ?",
  )
    .bind(`token:${operator.split("_")[2]}`, tenantId)
    .all<{ target: string }>();
  return results.map(({ target }) => target);
}

async function aDictionary(tenantId: string): Promise<string> {
  const as = await aMember(tenantId);
  const made = await call("POST", "/detection-dictionaries", { as, body: WORDS });
  return (await made.json<{ id: string }>()).id;
}

async function aPolicy(tenantId: string, as: string): Promise<string> {
  const body = { tenantId, name: "quiet", document: {} };
  const made = await call("POST", "/admin/policies", { as, body });
  expect(made.status).toBe(201);
  return (await made.json<{ id: string }>()).id;
}

describe("an operator's read of a tenant's data", () => {
  it("is in the tenant's audit log for an agent read by its id", async () => {
    const { id, tenantId } = await anAgent();
    const as = await aNewOperator();
    expect((await call("GET", `/agents/${id}`, { as })).status).toBe(200);
    expect(await looksOf(as, tenantId)).toEqual(["GET /agents/:id"]);
  });

  it("is in the tenant's audit log for a dictionary read by its id", async () => {
    const tenantId = await aTenant();
    const id = await aDictionary(tenantId);
    const as = await aNewOperator();
    expect((await call("GET", `/detection-dictionaries/${id}`, { as })).status).toBe(200);
    expect(await looksOf(as, tenantId)).toEqual(["GET /detection-dictionaries/:id"]);
  });

  it("is in the tenant's audit log for a policy read by its id", async () => {
    const tenantId = await aTenant();
    const as = await aNewOperator();
    const id = await aPolicy(tenantId, as);
    expect((await call("GET", `/admin/policies/${id}`, { as })).status).toBe(200);
    expect(await looksOf(as, tenantId)).toEqual(["GET /admin/policies/:id"]);
  });

  it.each(["/ai/context/search", "/ai/ask-rag", "/ai/chat", "/ai/prompts/test"])(
    "is in the tenant's audit log for a question about its documents: POST %s",
    async (path) => {
      const tenantId = await aTenant();
      const as = await aNewOperator();
      const body = { tenantId, query: "backup" };
      expect((await call("POST", path, { as, body })).status).toBe(200);
      expect(await looksOf(as, tenantId)).toEqual([`POST ${path}`]);
    },
  );

  it("is logged after the tenant is found, on every route that finds a record by its id alone", () => {
    const byId = Object.entries(ROUTES).filter(
      ([route, { who, tenants }]) =>
        /^GET (?!.*\/:tenantId).*\/:/.test(route) && who.includes("operator") && tenants === "own",
    );
    expect(byId.length).toBeGreaterThan(2);
    expect(byId.filter(([, { traced }]) => traced !== "behind")).toEqual([]);
  });

  it("is in the audit log under the first 64 characters of a tenant id that is too long", async () => {
    const as = await aNewOperator();
    await call("GET", `/admin/tenants/${"x".repeat(500)}`, { as });
    expect(await looksOf(as, "x".repeat(64))).toEqual(["GET /admin/tenants/:tenantId"]);
  });

  it("is in the audit log with nothing but plain characters, whatever the path names", async () => {
    const as = await aNewOperator();
    expect((await call("GET", "/admin/tenants/demo%00%0a%c3%a9", { as })).status).toBe(400);
    const line = env.DB.prepare("SELECT tenant_id FROM audit_log WHERE actor = ?");
    expect(await line.bind(`token:${as.split("_")[2]}`).first("tenant_id")).toBe(
      "demo%00%0A%C3%A9",
    );
  });

  it("shows the record only if the audit line is stored", async () => {
    const id = await aDictionary(await aTenant());
    for (let calls = 0, status = 500; status === 500; calls += 1) {
      const as = await aNewOperator();
      const { request } = anApp({}, { DB: dyingDatabase(calls) });
      const headers = { authorization: `Bearer ${as}` };
      const answer = await request(`/detection-dictionaries/${id}`, { headers });
      ({ status } = answer);
      const { results } = await env.DB.prepare("SELECT 1 FROM audit_log WHERE actor = ?")
        .bind(`token:${as.split("_")[2]}`)
        .all();
      expect((await answer.text()).includes("words")).toBe(results.length === 1);
    }
  });

  it.each([
    ["/agents", "tenant", "tenantId"],
    ["/admin/fleet/collectors", "tenant", "tenantId"],
    ["/admin/policies", "tenantId", "tenant"],
  ])(
    "at %s is logged for the tenant in the route's own parameter, not in one that it ignores",
    async (path, name, no) => {
      const [tenantId, other] = [await aTenant(), await aTenant()];
      const as = await aNewOperator();
      const query = new URLSearchParams({ [no]: other, [name]: tenantId }).toString();
      expect((await call("GET", `${path}?${query}`, { as })).status).toBe(200);
      expect((await call("GET", `/admin/tenants?${no}=${other}`, { as })).status).toBe(200);
      expect(await looksOf(as, tenantId)).toEqual([`GET ${path}`]);
      expect(await looksOf(as, other)).toEqual([]);
    },
  );

  it("is in the audit log of the tenant whose dead letters are listed", async () => {
    const tenantId = await aTenant();
    const as = await aNewOperator();
    const path = "/admin/events/dead-letters";
    expect((await call("GET", `${path}?tenant=${tenantId}`, { as })).status).toBe(200);
    expect(await looksOf(as, tenantId)).toEqual([`GET ${path}`]);
  });

  it("is in no tenant's audit log if nothing was found", async () => {
    const as = await aNewOperator();
    expect((await call("GET", "/agents/nobody", { as })).status).toBe(404);
    const { results } = await env.DB.prepare("SELECT tenant_id FROM audit_log WHERE actor = ?")
      .bind(`token:${as.split("_")[2]}`)
      .all();
    expect(results).toEqual([{ tenant_id: null }]);
  });
});
