import { describe, expect, it } from "vitest";
import { chatAnswer } from "../../src/ai/chat/answers.ts";
import type { Log } from "../../src/platform/index.ts";
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

/** Graph as documented: a token first, then pages by link; 401 without the token. */
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

async function chat(
  directory: ReturnType<typeof aDirectory>,
  query: string,
  { setting, log }: { setting?: string; log?: Log } = {},
) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const connection = { directory: tenantId, clientId: "app", secret: "DIRECTORY_SECRET" };
  const bindings = {
    GRAPH_DIRECTORIES: setting ?? JSON.stringify({ [tenantId]: connection }),
    DIRECTORY_SECRET: "s3cret",
  };
  const { request } = anApp({ fetch: directory.fetch, ...(log && { log }) }, bindings);
  const answer = await request("/ai/chat", {
    method: "POST",
    headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
    body: JSON.stringify({ tenantId, query }),
  });
  expect(answer.status).toBe(200);
  return chatAnswer.parse(await answer.json()).tool_results[0];
}

describe("tools that read a directory", () => {
  it("CheckMFACompliance counts users over all pages, enforced by a policy for everybody", async () => {
    const result = await chat(aDirectory(), "Check MFA compliance");
    expect(result).toMatchObject({
      status: "error",
      data: { users: 3, registered: 2, enforced: 3, adminsWithoutMfa: ["root@x.example"] },
    });
  });

  it("CheckMFACompliance counts nobody as enforced if the policy only reports", async () => {
    const policies = { value: [{ ...everybody, state: "enabledForReportingButNotEnforced" }] };
    const directory = aDirectory({ "/v1.0/identity/conditionalAccess/policies": policies });
    const result = await chat(directory, "Check MFA compliance");
    expect(result?.data).toMatchObject({ registered: 2, enforced: 0, coverage: 0 });
  });

  const whole = {
    ...everybody,
    grantControls: {
      operator: "OR",
      builtInControls: ["mfa"],
      customAuthenticationFactors: [],
      termsOfUse: [],
      authenticationStrength: null,
    },
    conditions: {
      clientAppTypes: ["all"],
      signInRiskLevels: [],
      platforms: { includePlatforms: ["all"], excludePlatforms: [] },
      locations: { includeLocations: ["All"], excludeLocations: [] },
      devices: null,
      users: {
        includeUsers: ["All"],
        excludeUsers: [],
        includeGroups: [],
        excludeGuestsOrExternalUsers: null,
      },
      applications: {
        includeApplications: ["All"],
        excludeApplications: [],
        applicationFilter: null,
      },
    },
  };
  const where = (
    name: "users" | "applications" | "locations" | "platforms" | "devices",
    more: object,
  ) => ({
    ...whole,
    conditions: { ...whole.conditions, [name]: { ...whole.conditions[name], ...more } },
  });
  const grants = (more: object) => ({
    ...whole,
    grantControls: { ...whole.grantControls, ...more },
  });
  const onRisk = { ...whole, conditions: { ...whole.conditions, signInRiskLevels: ["high"] } };
  const browsers = { ...whole, conditions: { ...whole.conditions, clientAppTypes: ["browser"] } };
  const strength = {
    builtInControls: [],
    authenticationStrength: { requirementsSatisfied: "mfa" },
  };

  it.each<[string, object, number]>([
    ["asks everybody, with all fields given", whole, 3],
    ["asks by the strength of the sign-in", grants(strength), 3],
    [
      "asks for a device as well",
      grants({ operator: "AND", builtInControls: ["mfa", "compliantDevice"] }),
      3,
    ],
    ["takes a device in its place", grants({ builtInControls: ["mfa", "compliantDevice"] }), 0],
    ["takes terms of use in its place", grants({ termsOfUse: ["1"] }), 0],
    [
      "asks for another strength",
      grants({ builtInControls: [], authenticationStrength: { requirementsSatisfied: "none" } }),
      0,
    ],
    ["asks at risky sign-ins alone", onRisk, 0],
    ["asks browsers alone", browsers, 0],
    ["asks outside the office alone", where("locations", { excludeLocations: ["AllTrusted"] }), 0],
    ["asks on one platform alone", where("platforms", { includePlatforms: ["iOS"] }), 0],
    [
      "asks unmanaged devices alone",
      where("devices", { deviceFilter: { mode: "exclude", rule: "x" } }),
      0,
    ],
    ["leaves an application out", where("applications", { excludeApplications: ["1"] }), 0],
    ["leaves a person out", where("users", { excludeUsers: ["1"] }), 0],
    ["leaves everybody out", where("users", { excludeUsers: ["All"] }), 0],
    [
      "leaves guests out",
      where("users", {
        excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: "b2bCollaborationGuest" },
      }),
      0,
    ],
  ])(
    "CheckMFACompliance counts who is enforced by a policy that %s",
    async (_case, one, enforced) => {
      const policies = { "/v1.0/identity/conditionalAccess/policies": { value: [one] } };
      const result = await chat(aDirectory(policies), "Check MFA compliance");
      expect(result?.data).toMatchObject({ users: 3, enforced });
    },
  );

  it("LicenseSummary warns if one license is left", async () => {
    const result = await chat(aDirectory(), "How many licenses are left?");
    expect(result).toMatchObject({ status: "warning", data: { totals: { available: 1 } } });
  });

  it("a next page on another host is not fetched", async () => {
    const first = { value: [], "@odata.nextLink": "https://evil.example/v1.0/users" };
    const directory = aDirectory({
      "/v1.0/reports/authenticationMethods/userRegistrationDetails": first,
    });
    const result = await chat(directory, "Check MFA compliance");
    expect(result).toMatchObject({ status: "error", evidence: "No data." });
    expect(directory.asked.filter((url) => url.includes("evil"))).toEqual([]);
  });

  it("an unreadable GRAPH_DIRECTORIES gives no data, and is logged once without its content", async () => {
    const lines: string[] = [];
    const log = (line: object) => lines.push(JSON.stringify(line));
    for (const setting of ["{", '{"t":{"secret":"what-nobody-may-read"}}']) {
      const result = await chat(aDirectory(), "Check MFA compliance", { setting, log });
      expect(result).toMatchObject({ status: "error", data: {}, evidence: "No data." });
    }
    const told = lines.filter((line) => line.includes("graph_directories_broken"));
    expect(told).toHaveLength(1);
    expect(told.join("")).toContain("GRAPH_DIRECTORIES cannot be read");
    expect(lines.join("")).not.toContain("what-nobody-may-read");
  });

  it("another tenant's directory is not read", async () => {
    const directory = aDirectory();
    const connection = { directory: "other", clientId: "app", secret: "DIRECTORY_SECRET" };
    const setting = JSON.stringify({ other: connection });
    const result = await chat(directory, "How many licenses are left?", { setting });
    expect(result).toMatchObject({ status: "error", data: {}, evidence: "No data." });
    expect(directory.asked).toEqual([]);
  });

  it("a directory that refuses gives no data and no figures", async () => {
    const directory = aDirectory({ "/v1.0/subscribedSkus": undefined });
    const result = await chat(directory, "How many licenses are left?");
    expect(result).toMatchObject({ status: "error", data: {}, evidence: "No data." });
  });

  it.each<[string, object, object]>([
    [
      "a subscription that never ends",
      {
        skuPartNumber: "E3",
        isTrial: false,
        status: "Enabled",
        nextLifecycleDateTime: "9999-12-31T23:59:59Z",
      },
      { renewals: [] },
    ],
    [
      "a status of 61 characters",
      {
        skuPartNumber: "E3",
        isTrial: false,
        status: "s".repeat(61),
        nextLifecycleDateTime: new Date(Date.now() + 86_400_000).toISOString(),
      },
      { renewals: [{ sku: "E3", daysUntilRenew: 1, isTrial: false, status: "s".repeat(61) }] },
    ],
  ])("LicenseSummary: %s is read like any other", async (_case, one, data) => {
    const directory = aDirectory({ "/v1.0/directory/subscriptions": { value: [one] } });
    const result = await chat(directory, "How many licenses are left?");
    expect(result).toMatchObject({
      status: "warning",
      data: { totals: { available: 1 }, ...data },
    });
  });

  it("CheckMFACompliance counts 1,001 admins without MFA, more than a snapshot may name", async () => {
    const admin = { isAdmin: true, isMfaRegistered: false, methodsRegistered: [] };
    const value = Array.from({ length: 1_001 }, (_, at) => user(`a${at}@x.example`, admin));
    const path = "/v1.0/reports/authenticationMethods/userRegistrationDetails";
    const result = await chat(aDirectory({ [path]: { value } }), "Check MFA compliance");
    expect(result).toMatchObject({ status: "error", data: { users: 1_001 } });
    expect(result?.evidence).toContain("admins without MFA: 1001");
  });
});
