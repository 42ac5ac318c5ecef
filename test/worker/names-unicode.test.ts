import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const HALF = "Ana \ud83d";

const tenant = { tenantId: "demo", name: "Demo" };
const key = { name: "one", scopes: ["urlsearch"] };
const endpoint = { url: "http://localhost:9/hook", events: ["ping"] };
const source = {
  id: "own-list",
  kind: "ip",
  format: "ip-list",
  category: "malware",
  reliability: 1,
};
const document = { title: "Leave", source: "handbook", text: "Thirty days." };

/** What people call things, and say of them: where it is sent, what goes with it, and its name. */
const NAMES: [method: string, path: string, body: object, field: string][] = [
  ["POST", "/admin/tenants", tenant, "name"],
  ["POST", "/admin/tenants/T/api-keys", key, "name"],
  ["POST", "/admin/tenants/T/api-keys", key, "note"],
  ["POST", "/admin/tokens", { permissions: ["fleet:read"] }, "name"],
  ["POST", "/admin/service-keys", { operations: ["encrypt"] }, "name"],
  ["POST", "/admin/invites", { role: "viewer", tenants: ["T"] }, "name"],
  ["POST", "/admin/tenants/T/webhooks", endpoint, "description"],
  ["POST", "/admin/policies", { tenantId: "T", document: {} }, "name"],
  ["POST", "/admin/enrollment-codes", { tenantId: "T" }, "region"],
  ["POST", "/admin/tenants/T/intel/entries", { action: "deny", value: "bad.example" }, "note"],
  ["POST", "/admin/intel/sources", source, "title"],
  ["POST", "/ai/documents", { tenantId: "T", ...document }, "title"],
  ["POST", "/ai/documents", { tenantId: "T", ...document }, "text"],
  ["POST", "/ai/documents", { tenantId: "T", ...document }, "mimeType"],
  ["PUT", "/ai/documents/handbook-1", { tenantId: "T", ...document }, "text"],
  ["POST", "/detection-dictionaries", { tenantId: "T", kind: "terms", entries: [] }, "name"],
];

describe("half a surrogate pair in a name, which no store keeps as it was sent", () => {
  it.each(NAMES)("400 by %s %s", async (method, path, body, field) => {
    const [as, tenantId] = [await anOperator(), await aTenant()];
    const sent = JSON.parse(
      JSON.stringify({ ...body, [field]: HALF }).replaceAll('"T"', JSON.stringify(tenantId)),
    ) as object;
    const answer = await call(method, path.replace("T/", `${tenantId}/`), { as, body: sent });
    expect(answer.status).toBe(400);
    const problem = await answer.json();
    expect(problem).toMatchObject({
      details: [{ path: field, message: "must be well-formed Unicode" }],
    });
  });

  it("cannot come by a form, where it arrives as another character", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/keys/new`;
    const made = await ana.post(path, { name: HALF, scopes: "urlsearch" });
    expect(made.status).toBe(201);
    expect(await (await ana.get(`/portal/t/${tenantId}/keys`)).text()).toContain("Ana \ufffd");
  });
});
