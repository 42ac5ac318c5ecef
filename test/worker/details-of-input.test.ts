import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";

interface Refused {
  error: string;
  details?: { path: string; message: string }[];
}

async function detailsOf(answer: Response) {
  expect(answer.status).toBe(400);
  const { details = [] } = await answer.json<Refused>();
  expect(details.every(({ message }) => message !== "")).toBe(true);
  return details.map(({ path }) => path);
}

describe("the details of a refused input name the wrong field", () => {
  it.each<[string, string, object, string]>([
    ["POST", "/admin/enrollment-codes", { policyId: "none" }, "policyId"],
    ["PUT", "/admin/policies/assignments", { policyId: "none" }, "policyId"],
    ["POST", "/ai/voice/synthesize", { text: " " }, "text"],
    ["POST", "/ai/documents", { title: "x", source: "y", text: " \n " }, "text"],
    ["PUT", "/ai/prompts/labels/latest", { name: "rag", versions: [{ version: 1 }] }, "label"],
  ])("400 for %s %s with %j", async (method, path, more, field) => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const answer = await call(method, path, { as, body: { tenantId, ...more } });
    expect(await detailsOf(answer)).toEqual([field]);
  });

  it.each(["no URL at all", "", " "])(
    "400 for an entry of a tenant's list with the value %j",
    async (value) => {
      const tenantId = await aTenant();
      const as = await aMember(tenantId);
      const body = { action: "deny", type: "url", value };
      const answer = await call("POST", `/admin/tenants/${tenantId}/intel/entries`, { as, body });
      expect(await detailsOf(answer)).toEqual(["value"]);
    },
  );

  it("400 with the first twenty faults, however many there are", async () => {
    const as = await anOperator();
    const body = { name: "x", permissions: Array.from({ length: 25 }, (_, at) => `p${at}`) };
    const told = await detailsOf(await call("POST", "/admin/tokens", { as, body }));
    expect(told).toEqual(Array.from({ length: 20 }, (_, at) => `permissions.${at}`));
  });

  it("400 for an unknown tenant in an operator's enrolment", async () => {
    const as = await anOperator();
    const body = { csr_pem: await makeCsr(await makeKey()) };
    const answer = await call("POST", "/enroll?tenant=nobody-here", { as, body });
    expect(await detailsOf(answer)).toEqual(["tenant"]);
  });

  it("400 for an enrolment with a malformed signing request", async () => {
    const as = await anOperator();
    const path = `/enroll?tenant=${await aTenant()}`;
    expect(await detailsOf(await call("POST", path, { as, body: { csr_pem: "x" } }))).toEqual([
      "csr_pem",
    ]);
  });

  it("400 for a snapshot collected more than five minutes in the future", async () => {
    const tenantId = await aTenant();
    const key = await aServiceKey(["ai:snapshot"], [tenantId]);
    const data = { secureScore: 1, maxScore: 2 };
    const headers = { "x-internal-service-key": key };
    const put = (minutes: number) => {
      const collectedAt = new Date(Date.now() + minutes * 60_000).toISOString();
      const body = { tenantId, collectedAt, data };
      return call("PUT", "/ai/tools/GetTenantStatus/snapshot", { headers, body });
    };
    // A collector's clock may be ahead by five minutes.
    expect((await put(4)).status).toBe(204);
    expect(await detailsOf(await put(6))).toEqual(["collectedAt"]);
  });

  it("400 for a body that is empty, broken or only nested brackets names an empty path", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const nested = `${"[".repeat(200)}${"]".repeat(200)}`;
    for (const text of ["", "{", nested]) {
      const answer = await call("POST", "/detection-dictionaries", { as, body: text });
      expect(await detailsOf(answer)).toEqual([""]);
    }
  });
});
