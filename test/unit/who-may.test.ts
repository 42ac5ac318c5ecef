import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PERMISSIONS_OF, ROLES } from "../../src/access/permissions.ts";
import { ROUTES } from "../../src/access/route-table.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";

/** The subject of a tenant's pages in permissions, by the first part of the path behind the tenant. */
const ABOUT: Readonly<Record<string, string>> = {
  keys: "keys",
  usage: "usage",
  webhooks: "webhooks",
  inspections: "inspections",
  try: "inspections",
  lists: "intel",
  dictionaries: "dict",
  documents: "ai",
  prompts: "prompts",
  members: "members",
  tokens: "tokens",
  audit: "audit",
  keyring: "encryption",
  collectors: "fleet",
  bulk: "fleet",
  codes: "enrollment",
  policies: "policies",
  "fleet-settings": "fleet",
  actions: "ai",
};
/** The pages of policies are read with the permission for agents. */
const SEEN_WITH_AGENTS = /^GET [^ ]*\/policies(?:\/:policyId)?$/;
/** They say whether a delivery is genuine, and whose a leaked key is, and change nothing. */
const ONLY_ASK = ["POST /portal/t/:tenantId/webhooks/:webhookId/verify", "POST /portal/leaked"];
const FORM = /\/(?:new|edit|rotate|delete|revoke)$/;
const OF_PEOPLE = [
  "invite",
  ":personId/role",
  ":personId/recover",
  ":personId/remove",
  ":personId/sessions/:heldId/end",
  ":personId/tokens/:heldId/revoke",
];
/** Whoever may write may not yet touch what seals all else. */
const MAY_CHANGE = /:write$|^encryption:admin$/;
const IN_TENANT = /^(GET|POST) \/portal\/t\/:tenantId\/([a-z-]+)/;

describe("the rules of a tenant's portal pages", () => {
  const pages = Object.entries(PAGES).flatMap(([route, { permission = "", stepUp }]) => {
    const [, method = "", area = ""] = IN_TENANT.exec(route) ?? [];
    return method === "" ? [] : [{ route, method, area, permission, stepUp }];
  });

  it("ask for a permission on the subject of the page", () => {
    expect(pages.length).toBeGreaterThan(70);
    const strange = pages.filter(({ route, area, permission }) => {
      const about = SEEN_WITH_AGENTS.test(route) ? "fleet" : ABOUT[area];
      return permission.split(":")[0] !== about;
    });
    expect(strange).toEqual([]);
  });

  it("are for operators only at /resolve and outside a tenant, except for a person's own tokens", () => {
    const operators = pages.filter(({ route }) => PAGES[route]?.who === "operators");
    expect(operators.map(({ route }) => route.replace("/portal/t/:tenantId", ""))).toEqual([
      "POST /collectors/:agentId/resolve",
    ]);
    const across = Object.entries(PAGES).filter(
      ([route, { permission }]) => permission !== undefined && !route.includes("/t/:tenantId"),
    );
    expect(across.length).toBeGreaterThan(20);
    const others = across.filter(([, { who }]) => who !== "operators");
    expect(others.map(([route]) => route)).toEqual([
      "GET /portal/account/tokens",
      "GET /portal/account/tokens/new",
      "POST /portal/account/tokens/new",
      "POST /portal/account/tokens/:tokenId/revoke",
    ]);
  });

  it("let members revoke an agent with the same permission as the API", () => {
    const { who, permission } = ROUTES["DELETE /agents/:id"] ?? {};
    expect(who).toContain("member");
    for (const method of ["GET", "POST"]) {
      const page = PAGES[`${method} /portal/t/:tenantId/collectors/:agentId/revoke`];
      expect(page).toEqual({ who: "signed-in", permission });
    }
  });

  it.each([
    ["GET /fleet-settings", "GET /admin/fleet/settings/:tenantId"],
    ["POST /fleet-settings", "PATCH /admin/fleet/settings/:tenantId"],
    ["GET /actions", "GET /ai/actions"],
    ["GET /actions/:actionId", "GET /ai/actions/:id"],
    ["POST /actions/:actionId/approve", "POST /ai/actions/:id/approve"],
    ["POST /actions/:actionId/reject", "POST /ai/actions/:id/reject"],
  ])("ask for %s the same permission as the API for %s", (page, route) => {
    const { permission } = ROUTES[route] ?? {};
    const rule = PAGES[page.replace(" ", " /portal/t/:tenantId")];
    expect(rule).toEqual({ who: "signed-in", permission });
  });

  it("ask for a write permission wherever something is sent", () => {
    const sent = Object.entries(PAGES).filter(
      ([route, { permission }]) =>
        route.startsWith("POST ") && permission !== undefined && !ONLY_ASK.includes(route),
    );
    const readers = sent.filter(([, { permission = "" }]) => !MAY_CHANGE.test(permission));
    expect(readers).toEqual([]);
  });

  it("ask for the same permission and proof for a form as for sending it", () => {
    for (const { route, permission, stepUp } of pages) {
      if (!route.startsWith("GET") || !FORM.test(route)) continue;
      const behind = PAGES[route.replace("GET", "POST")] ?? PAGES[`POST ${route.slice(4, -4)}`];
      expect([route, behind?.permission, behind?.stepUp]).toEqual([route, permission, stepUp]);
    }
  });
});

describe("a role", () => {
  it("holds all permissions of the role before it, and those of keys and members come last", () => {
    const added = ROLES.map((role, at) => {
      const before = PERMISSIONS_OF[ROLES[at - 1] ?? role];
      expect(at === 0 || before.every((each) => PERMISSIONS_OF[role].includes(each))).toBe(true);
      return PERMISSIONS_OF[role].filter((each) => !before.includes(each));
    });
    expect(PERMISSIONS_OF.viewer.filter((each) => !each.endsWith(":read"))).toEqual([]);
    expect(added[1]).toEqual(["ai:use", "ai:voice", "inspections:write", "prompts:read"]);
    expect(added.slice(3)).toEqual([
      ["keys:write", "tokens:write", "encryption:admin", "ai:admin", "prompts:write"],
      ["members:write", "tenants:write"],
    ]);
  });
});

describe("a fresh proof by passkey", () => {
  it("is asked for by exactly the listed forms on access, secrets, plans, keys and many agents", () => {
    const asked = Object.entries(PAGES)
      .filter(([route, { stepUp }]) => route.startsWith("POST ") && stepUp === true)
      .map(([route]) => route.slice("POST /portal/".length));
    expect(asked).toEqual([
      "account/passkeys/:passkeyId/remove",
      "account/tokens/new",
      "account/tokens/:tokenId/revoke",
      "fleet/bulk",
      "tenants/:tenantId",
      "tenants/:tenantId/erasure",
      ...OF_PEOPLE.map((form) => `operators/${form}`),
      "leaked/tokens/:tokenId/revoke",
      ...["new", ":serviceKeyId/revoke"].map((form) => `service-keys/${form}`),
      ...["new", ":keyId/edit", ":keyId/enable", ":keyId/rotate"].map(
        (form) => `t/:tenantId/keys/${form}`,
      ),
      ...["new", ":webhookId/rotate"].map((form) => `t/:tenantId/webhooks/${form}`),
      ...OF_PEOPLE.map((form) => `t/:tenantId/members/${form}`),
      "t/:tenantId/tokens/:tokenId/revoke",
      ...["rotate", "settings", "versions/:version/:change"].map(
        (form) => `t/:tenantId/keyring/${form}`,
      ),
      "t/:tenantId/bulk",
    ]);
  });
});

describe("a route of the API that changes something", () => {
  /** These routes answer a question, and change nothing of the tenant's. */
  const ASKING =
    /^POST \/(?:ai\/(?:context\/search|ask-rag|chat|prompts\/(?:build|test)|voice\/[a-z]+)|encryption\/keys\/:tenantId\/decrypts)$/;
  const changing = Object.entries(ROUTES).filter(
    ([route, { who }]) =>
      !route.startsWith("GET ") && !ASKING.test(route) && who !== "anyone" && who[0] !== "agent",
  );

  it("does not ask for a read permission", () => {
    const readers = changing.filter(([, { permission = "" }]) => permission.includes(":read"));
    expect(readers.map(([route]) => route)).toEqual([]);
  });

  it("is not open to viewers", () => {
    const viewers: readonly string[] = PERMISSIONS_OF.viewer;
    const open = changing.filter(
      ([, { who, permission = "" }]) => who.includes("member") && viewers.includes(permission),
    );
    expect(changing.length).toBeGreaterThan(50);
    expect(open.map(([route]) => route)).toEqual([]);
  });
});

describe("a route that operators read without a line in the audit log", () => {
  it("is one of the listed ones, which show nothing of a tenant's", () => {
    const untold = Object.entries(ROUTES).filter(
      ([route, { who, tenants }]) =>
        route.startsWith("GET ") && who.includes("operator") && tenants === "none",
    );
    expect(untold.map(([route]) => route.slice(4))).toEqual([
      "/admin/ai/prices",
      "/admin/encryption/roots",
      "/admin/intel/sources",
      "/admin/intel/sources/:id/editions",
      "/admin/plans",
      "/admin/service-keys",
      "/admin/operators",
    ]);
  });
});

interface Described {
  parameters?: { in: string; name: string }[];
}

describe("the query parameter that names a tenant", () => {
  it("has the same name in the route's rule as in its description", () => {
    const { paths } = JSON.parse(readFileSync("public/openapi/fleet.json", "utf8")) as {
      paths: Record<string, Record<string, Described>>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
        const named = parameters.filter((one) => one.in === "query" && /tenant/i.test(one.name));
        const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
        return named.map(({ name }) => [route, name] as const);
      }),
    );
    const told = Object.entries(ROUTES).flatMap(([route, { tenantIn }]) =>
      tenantIn === undefined ? [] : [[route, tenantIn] as const],
    );
    // The code in its body says which tenant; else the route itself checks the operator's credential.
    const open = new Set(["POST /enroll"]);
    expect(new Map(told)).toEqual(new Map(described.filter(([route]) => !open.has(route))));
  });
});
