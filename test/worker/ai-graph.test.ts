import { describe, expect, it } from "vitest";
import { chatAnswer } from "../../src/ai/chat/schemas.ts";
import { anApp } from "../support/app.ts";
import { aMember, aTenant } from "../support/people.ts";

const user = (name: string, more: object = {}) => ({
  userPrincipalName: name,
  isAdmin: false,
  isMfaRegistered: true,
  isMfaCapable: true,
  methodsRegistered: ["fido2SecurityKey"],
  ...more,
});

const everybody = {
  state: "enabled",
  grantControls: { builtInControls: ["mfa"] },
  conditions: {
    users: { includeUsers: ["All"] },
    applications: { includeApplications: ["All"] },
  },
};

/** Graph as its documentation has it: a token first, pages by link, no token for anybody else. */
function aDirectory(over: Record<string, unknown> = {}) {
  const asked: string[] = [];
  const pages: Record<string, unknown> = {
    "/v1.0/reports/authenticationMethods/userRegistrationDetails": {
      value: [user("a@x.example"), user("b@x.example")],
      "@odata.nextLink":
        "https://graph.microsoft.com/v1.0/reports/authenticationMethods/userRegistrationDetails?$skiptoken=2",
    },
    "/v1.0/reports/authenticationMethods/userRegistrationDetails?$skiptoken=2": {
      value: [
        user("root@x.example", { isAdmin: true, isMfaRegistered: false, methodsRegistered: [] }),
      ],
    },
    "/v1.0/policies/identitySecurityDefaultsEnforcementPolicy": { isEnabled: false },
    "/v1.0/identity/conditionalAccess/policies": { value: [everybody] },
    "/v1.0/subscribedSkus": {
      value: [
        {
          skuId: "1",
          skuPartNumber: "E3",
          consumedUnits: 99,
          prepaidUnits: { enabled: 100, suspended: 0, warning: 0 },
        },
      ],
    },
    "/v1.0/directory/subscriptions": { value: [] },
    ...over,
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    asked.push(request.url);
    if (url.host === "login.microsoftonline.com") {
      const form = new URLSearchParams(await request.text());
      const good =
        form.get("client_secret") === "s3cret" && form.get("grant_type") === "client_credentials";
      return good
        ? Response.json({ access_token: "jwt", expires_in: 3_600 })
        : Response.json({ error: "invalid_client" }, { status: 401 });
    }
    if (request.headers.get("authorization") !== "Bearer jwt")
      return new Response("", { status: 401 });
    const found = pages[url.pathname + url.search];
    return found === undefined ? new Response("", { status: 403 }) : Response.json(found);
  };
  return { asked, fetch };
}

async function chat(directory: ReturnType<typeof aDirectory>, query: string) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const connection = { directory: tenantId, clientId: "app", secret: "DIRECTORY_SECRET" };
  const bindings = {
    GRAPH_DIRECTORIES: JSON.stringify({ [tenantId]: connection }),
    DIRECTORY_SECRET: "s3cret",
  };
  const { request } = anApp({ fetch: directory.fetch }, bindings);
  const answer = await request("/ai/chat", {
    method: "POST",
    headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
    body: JSON.stringify({ tenantId, query }),
  });
  return chatAnswer.parse(await answer.json()).tool_results[0];
}

describe("tools that read a directory", () => {
  it("CheckMFACompliance: over all pages, enforced by a policy for everybody", async () => {
    const result = await chat(aDirectory(), "Check MFA compliance");
    expect(result).toMatchObject({
      status: "error",
      data: { users: 3, registered: 2, enforced: 3, adminsWithoutMfa: ["root@x.example"] },
    });
  });

  it("CheckMFACompliance: registered is not enforced", async () => {
    const policies = { value: [{ ...everybody, state: "enabledForReportingButNotEnforced" }] };
    const directory = aDirectory({ "/v1.0/identity/conditionalAccess/policies": policies });
    const result = await chat(directory, "Check MFA compliance");
    expect(result?.data).toMatchObject({ registered: 2, enforced: 0, coverage: 0 });
  });

  it("LicenseSummary: with little left", async () => {
    const result = await chat(aDirectory(), "How many licenses are left?");
    expect(result).toMatchObject({ status: "warning", data: { totals: { available: 1 } } });
  });

  it("a page that leads elsewhere is not followed", async () => {
    const first = { value: [], "@odata.nextLink": "https://evil.example/v1.0/users" };
    const directory = aDirectory({
      "/v1.0/reports/authenticationMethods/userRegistrationDetails": first,
    });
    const result = await chat(directory, "Check MFA compliance");
    expect(result).toMatchObject({ status: "error", evidence: "No data." });
    expect(directory.asked.filter((url) => url.includes("evil"))).toEqual([]);
  });

  it("a directory that refuses is an error, and no figure is made up", async () => {
    const directory = aDirectory({ "/v1.0/subscribedSkus": undefined });
    const result = await chat(directory, "How many licenses are left?");
    expect(result).toMatchObject({ status: "error", data: {}, evidence: "No data." });
  });
});
