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

/** Names and descriptions: where each is sent, the rest of the body, and the field. */
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

async function send([method, path, body]: (typeof NAMES)[number], more: object) {
  const [as, tenantId] = [await anOperator(), await aTenant()];
  const sent = JSON.stringify({ ...body, ...more }).replaceAll('"T"', JSON.stringify(tenantId));
  const to = path.replace("T/", `${tenantId}/`);
  return call(method, to, { as, body: JSON.parse(sent) as object });
}

describe("half a surrogate pair in a name", () => {
  it.each(NAMES)("400 by %s %s", async (...one) => {
    const field = one[3];
    const answer = await send(one, { [field]: HALF });
    expect(answer.status).toBe(400);
    const problem = await answer.json();
    expect(problem).toMatchObject({
      details: [{ path: field, message: "must be well-formed Unicode" }],
    });
  });

  it("is stored as U+FFFD when it comes by a form", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/keys/new`;
    const made = await ana.post(path, { name: HALF, scopes: "urlsearch" });
    expect(made.status).toBe(201);
    expect(await (await ana.get(`/portal/t/${tenantId}/keys`)).text()).toContain("Ana \ufffd");
  });
});

/** Where the same field is sent within something else: the path to it, and the body. */
const WITHIN: Record<string, [path: string, wrap: (said: string) => unknown]> = {
  tags: ["tags.0", (said) => [said]],
  roles: ["roles.0", (said) => [said]],
  labels: ["labels.site", (site) => ({ site })],
  models: ["models.0", (said) => [said]],
  config: ["config.model", (model) => ({ model })],
  provider: [
    "provider.models.0",
    (said) => ({ kind: "openai-compatible", baseUrl: "https://a.example", models: [said] }),
  ],
  prices: ["prices.0.model", (model) => [{ provider: "one", model, inputPerMillion: 1 }]],
};

const CONTROLS = ["Ana\0", "Ana \u001b[31mred", "Ana\nLópez", "Ana\u0085López", "Ana\u2028López"];
const template = { en: "Be brief. {{fence}}" };
const version = { tenantId: "T", template, commitMessage: "Shorter" };
const dictionary = { kind: "terms", entries: [], name: "Words" };
/** The fields that must be one line. */
const LINES: typeof NAMES = [
  ...NAMES.filter(
    ([, path, , field]) => ["name", "title", "region"].includes(field) && path !== "/ai/documents",
  ),
  ["POST", "/detection-dictionaries", { tenantId: "T", ...dictionary }, "tags"],
  ["POST", "/ai/documents", { tenantId: "T", ...document }, "tags"],
  ["POST", "/admin/tenants/T/webhooks", endpoint, "description"],
  ["POST", "/admin/enrollment-codes", { tenantId: "T" }, "roles"],
  ["POST", "/enroll?tenant=T", { csr_pem: "none" }, "labels"],
  ["POST", "/enroll?tenant=T", { csr_pem: "none" }, "role"],
  ["PATCH", "/ai/settings", { tenantId: "T" }, "models"],
  ["PUT", "/ai/settings/providers/own", { tenantId: "T" }, "provider"],
  ["POST", "/admin/ai/prices", {}, "prices"],
  ["POST", "/ai/prompts/versions", version, "config"],
];

describe("a control character in a field of one line", () => {
  it.each(LINES)("400 by %s %s", async (...one) => {
    const field = one[3];
    const [path, sent] = WITHIN[field] ?? [field, (said: string) => said];
    const message = "must be one line without control characters";
    for (const said of CONTROLS) {
      const answer = await send(one, { [field]: sent(said) });
      const { details } = await answer.json<{ details?: object[] }>();
      expect([answer.status, said, details]).toEqual([400, said, [{ path, message }]]);
    }
  });

  it("400 in a commit message, which may have several lines", async () => {
    const commit = (commitMessage: string) =>
      send(["POST", "/ai/prompts/versions", version, ""], { template, commitMessage });
    for (const said of ["Ana\0", "Ana \u001b[31mred", "Ana\tLópez", "Ana\u0085López"]) {
      const { details } = await (await commit(said)).json<{ details?: object[] }>();
      const message = "must have no control characters";
      expect([said, details]).toEqual([said, [{ path: "commitMessage", message }]]);
    }
    const made = await commit("Shorter\r\n\n- said once\n");
    expect(await made.json()).toMatchObject({ commitMessage: "Shorter\n\n- said once" });
  });

  it("is cut off at the ends of a name, as blanks are", async () => {
    const as = await anOperator();
    const body = { name: "\tAna López\r\n", permissions: ["fleet:read"] };
    const made = await call("POST", "/admin/tokens", { as, body });
    expect(await made.json()).toMatchObject({ name: "Ana López" });
  });
});
