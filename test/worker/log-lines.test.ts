import { describe, expect, it } from "vitest";
import { aCode } from "../support/agent.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { aMember, anApiKey, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const WORDS = { name: "Baits", kind: "terms", entries: [{ value: "prize" }] };
const HERE = { "sec-fetch-site": "same-origin" };

/** The one line that a request leaves. */
async function lineOf(method: string, path: string, headers: object, body?: unknown) {
  const { request, lines } = anApp({}, { LOG_SUCCESS_SHARE: "1" });
  const said = body === undefined ? {} : { "content-type": "application/json" };
  await request(`http://rampart.test${path}`, {
    method,
    headers: { ...said, ...headers },
    ...(body === undefined ? {} : { body: body instanceof URLSearchParams ? body : json(body) }),
  });
  const told = lines.filter(({ event }) => event === "request");
  expect(told).toHaveLength(1);
  return told[0];
}

const json = (body: unknown) => JSON.stringify(body);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("the log line of a request", () => {
  it("names the key that lacks a scope, and its tenant", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const body = { name: "k", scopes: ["urlsearch"] };
    const made = await call("POST", `/admin/tenants/${tenantId}/api-keys`, { as, body });
    const { id, key } = await made.json<{ id: string; key: string }>();
    const headers = { "x-tenant-id": tenantId, "x-api-key": key };
    expect(await lineOf("GET", "/api/v1/ipsearch?value=192.0.2.1", headers)).toMatchObject({
      status: 403,
      error: "missing_scope",
      caller: `key:${id}`,
      tenantId,
    });
  });

  it("names the route for a 405, and no route for an unknown address", async () => {
    const as = bearer(await anOperator());
    const path = `/admin/tenants/${await aTenant()}/api-keys`;
    expect(await lineOf("DELETE", path, as)).toMatchObject({
      status: 405,
      route: "/admin/tenants/:tenantId/api-keys",
    });
    expect(await lineOf("POST", "/api/v1/urlsearch", {})).toMatchObject({
      status: 405,
      route: "/api/v1/urlsearch",
    });
    expect(await lineOf("GET", "/nowhere/at/all", as)).toMatchObject({ status: 404, route: "/*" });
  });

  it("names no caller and no tenant for an invalid key", async () => {
    const tenantId = await aTenant();
    const key = `${await anApiKey(tenantId)}x`;
    const headers = { "x-tenant-id": tenantId, "x-api-key": key };
    const line = await lineOf("GET", "/api/v1/ipsearch?value=192.0.2.1", headers);
    expect(line).toMatchObject({ status: 401, error: "unauthorized" });
    expect(line).not.toHaveProperty("caller");
    expect(line).not.toHaveProperty("tenantId");
  });

  it("names the person whom the portal refuses a page", async () => {
    const tenantId = await aTenant();
    const { cookie, personId } = await aVisitor("viewer", [tenantId]);
    const caller = `person:${personId}`;
    expect(await lineOf("GET", `/portal/t/${tenantId}/keys`, { cookie })).toMatchObject({
      status: 403,
      error: "permission_denied",
      caller,
      tenantId,
    });
    expect(await lineOf("GET", `/portal/t/${await aTenant()}`, { cookie })).toMatchObject({
      status: 404,
      caller,
      tenantId,
    });
  });

  it("has the error code of a refused portal form", async () => {
    const tenantId = await aTenant();
    const { cookie } = await aVisitor("owner", [tenantId]);
    const headers = { cookie, ...HERE, "content-type": "application/x-www-form-urlencoded" };
    const post = (path: string, fields: Record<string, string>) =>
      lineOf("POST", path, headers, new URLSearchParams(fields));
    expect(await post(`/portal/t/${tenantId}/lists`, { action: "neither" })).toMatchObject({
      status: 400,
      error: "invalid_request",
    });
    expect(await post("/portal/sign-in/rmp_inv_nobody", {})).toMatchObject({
      status: 410,
      error: "invite_spent",
    });
  });

  it("names the tenant in an operator's path, but not a malformed tenant id", async () => {
    const tenantId = await aTenant();
    const as = bearer(await anOperator());
    expect(await lineOf("GET", `/admin/tenants/${tenantId}`, as)).toMatchObject({ tenantId });
    const line = await lineOf("GET", "/admin/tenants/ana@example.com", as);
    expect(line).toMatchObject({ status: 400 });
    expect(line).not.toHaveProperty("tenantId");
  });

  it.each(["/admin/audit?tenantId=", "/detection-dictionaries?tenantId=", "/agents?tenant="])(
    "names the tenant in an operator's query, but not a malformed tenant id: %s",
    async (path) => {
      const tenantId = await aTenant();
      const as = bearer(await anOperator());
      expect(await lineOf("GET", `${path}${tenantId}`, as)).toMatchObject({
        status: 200,
        tenantId,
      });
      expect(await lineOf("GET", `${path}ana@example.com`, as)).not.toHaveProperty("tenantId");
    },
  );

  it("names the tenant in a member's query only if it is one of the member's tenants", async () => {
    const tenants = [await aTenant(), await aTenant()];
    const body = { name: "t", permissions: ["dict:read"], tenants };
    const made = await call("POST", "/admin/tokens", { as: await anOperator(), body });
    const as = bearer((await made.json<{ token: string }>()).token);
    const path = "/detection-dictionaries?tenantId=";
    expect(await lineOf("GET", `${path}${await aTenant()}`, as)).not.toHaveProperty("tenantId");
    const own = await lineOf("GET", `${path}${tenants[1]}`, as);
    expect(own).toMatchObject({ status: 200, tenantId: tenants[1] });
  });

  it.each<[string, string, (tenantId: string) => object]>([
    ["POST", "/detection-dictionaries", (tenantId) => ({ ...WORDS, tenantId })],
    ["POST", "/admin/enrollment-codes", (tenantId) => ({ tenantId })],
    ["POST", "/admin/policies", (tenantId) => ({ tenantId, name: "p", document: {} })],
    ["PUT", "/admin/policies/assignments", (tenantId) => ({ tenantId, policyId: "none" })],
    ["POST", "/admin/tokens", (id) => ({ name: "t", permissions: ["dict:read"], tenants: [id] })],
    [
      "POST",
      "/admin/service-keys",
      (id) => ({ name: "s", operations: ["encrypt"], tenants: [id] }),
    ],
    ["POST", "/admin/invites", (id) => ({ name: "Ana", role: "viewer", tenants: [id] })],
  ])("names the tenant in an operator's body: %s %s", async (method, path, bodyFor) => {
    const tenantId = await aTenant();
    const as = bearer(await anOperator());
    expect(await lineOf(method, path, as, bodyFor(tenantId))).toMatchObject({ tenantId });
  });

  it("names no tenant if a service's body has a malformed tenant id", async () => {
    const headers = { "x-internal-service-key": await aServiceKey(["encrypt"]) };
    const body = { tenantId: "ana@example.com", value: "v" };
    const line = await lineOf("POST", "/encryption/encrypt", headers, body);
    expect(line).not.toHaveProperty("tenantId");
  });

  it("names a service's own tenant if its body names a tenant out of its reach", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const headers = { "x-internal-service-key": await aServiceKey(["encrypt"], [tenantId]) };
    const body = { tenantId: other, value: "v" };
    const line = await lineOf("POST", "/encryption/encrypt", headers, body);
    expect(line).toMatchObject({ status: 403, tenantId });
  });

  it("names the tenant in whose knowledge a service of all tenants searches", async () => {
    const tenantId = await aTenant();
    const headers = { "x-internal-service-key": await aServiceKey(["ai:use"]) };
    const body = { tenantId, query: "How does an agent enrol?" };
    expect(await lineOf("POST", "/ai/context/search", headers, body)).toMatchObject({
      status: 200,
      tenantId,
    });
  });

  it("names the enrolment code that an agent uses, and its tenant", async () => {
    const tenantId = await aTenant();
    const { id, code } = await aCode({ tenantId });
    const body = { enrollment_code: code, csr_pem: await makeCsr(await makeKey("P-256")) };
    expect(await lineOf("POST", "/enroll", {}, body)).toMatchObject({
      status: 200,
      caller: `enrollment_code:${id}`,
      tenantId,
    });
  });

  it("names a member's token and tenant when the member lacks a permission", async () => {
    const tenantId = await aTenant();
    const as = bearer(await aMember(tenantId, ["fleet:read"]));
    expect(await lineOf("GET", "/admin/audit", as)).toMatchObject({
      status: 403,
      error: "permission_denied",
      caller: expect.stringMatching(/^token:/),
      tenantId,
    });
  });
});
