import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PERMISSIONS_OF, ROLES } from "../../src/access/permissions.ts";
import { ROUTES } from "../../src/access/route-table.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";

/** What the pages of a tenant are about, by the first word behind his name. */
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
  audit: "audit",
  keyring: "encryption",
  collectors: "fleet",
  codes: "enrollment",
  policies: "policies",
  "fleet-settings": "fleet",
  actions: "ai",
};
/** Its pages are looked at by whoever looks at agents. */
const SEEN_WITH_AGENTS = /^GET [^ ]*\/policies(?:\/:policyId)?$/;
/** It says whether a delivery is genuine, and changes nothing. */
const ONLY_ASKS = "POST /portal/t/:tenantId/webhooks/:webhookId/verify";
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

describe("who may open and send a page of a tenant", () => {
  const pages = Object.entries(PAGES).flatMap(([route, { permission = "", stepUp }]) => {
    const [, method = "", area = ""] = IN_TENANT.exec(route) ?? [];
    return method === "" ? [] : [{ route, method, area, permission, stepUp }];
  });

  it("is asked for a permission about what it shows", () => {
    expect(pages.length).toBeGreaterThan(70);
    const strange = pages.filter(({ route, area, permission }) => {
      const about = SEEN_WITH_AGENTS.test(route) ? "fleet" : ABOUT[area];
      return permission.split(":")[0] !== about;
    });
    expect(strange).toEqual([]);
  });

  it("is an operator wherever agents are told apart, and wherever no tenant is named but what is one's own", () => {
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

  it("may end an agent in the portal where the API lets him, and with the same permission", () => {
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
  ])("may do %s whom the API lets do %s", (page, route) => {
    const { permission } = ROUTES[route] ?? {};
    const rule = PAGES[page.replace(" ", " /portal/t/:tenantId")];
    expect(rule).toEqual({ who: "signed-in", permission });
  });

  it("is asked for one to write wherever something is sent", () => {
    const sent = Object.entries(PAGES).filter(
      ([route, { permission }]) =>
        route.startsWith("POST ") && permission !== undefined && route !== ONLY_ASKS,
    );
    const readers = sent.filter(([, { permission = "" }]) => !MAY_CHANGE.test(permission));
    expect(readers).toEqual([]);
  });

  it("is asked for the same before a form as behind it, proof included", () => {
    for (const { route, permission, stepUp } of pages) {
      if (!route.startsWith("GET") || !FORM.test(route)) continue;
      const behind = PAGES[route.replace("GET", "POST")] ?? PAGES[`POST ${route.slice(4, -4)}`];
      expect([route, behind?.permission, behind?.stepUp]).toEqual([route, permission, stepUp]);
    }
  });
});

describe("a role", () => {
  it("holds all of the one before it, and what makes a way in or touches keys late", () => {
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

describe("a fresh proof of who sits there", () => {
  it("is asked for by whatever makes, changes or ends a way in, a secret, a plan or a key", () => {
    const asked = Object.entries(PAGES)
      .filter(([route, { stepUp }]) => route.startsWith("POST ") && stepUp === true)
      .map(([route]) => route.slice("POST /portal/".length));
    expect(asked).toEqual([
      "account/passkeys/:passkeyId/remove",
      "account/tokens/new",
      "account/tokens/:tokenId/revoke",
      "tenants/:tenantId",
      "tenants/:tenantId/erasure",
      ...OF_PEOPLE.map((form) => `operators/${form}`),
      ...["new", ":keyId/edit", ":keyId/enable", ":keyId/rotate"].map(
        (form) => `t/:tenantId/keys/${form}`,
      ),
      ...["new", ":webhookId/rotate"].map((form) => `t/:tenantId/webhooks/${form}`),
      ...OF_PEOPLE.map((form) => `t/:tenantId/members/${form}`),
      ...["rotate", "settings", "versions/:version/:change"].map(
        (form) => `t/:tenantId/keyring/${form}`,
      ),
    ]);
  });
});

describe("who may change something by the API", () => {
  /** They answer, and change nothing of the tenant's. */
  const ASKING =
    /^POST \/(?:ai\/(?:context\/search|ask-rag|chat|prompts\/(?:build|test)|voice\/[a-z]+)|encryption\/keys\/:tenantId\/decrypts)$/;
  const changing = Object.entries(ROUTES).filter(
    ([route, { who }]) =>
      !route.startsWith("GET ") && !ASKING.test(route) && who !== "anyone" && who[0] !== "agent",
  );

  it("may do more than read", () => {
    const readers = changing.filter(([, { permission = "" }]) => permission.includes(":read"));
    expect(readers.map(([route]) => route)).toEqual([]);
  });

  it("is no viewer", () => {
    const viewers: readonly string[] = PERMISSIONS_OF.viewer;
    const open = changing.filter(
      ([, { who, permission = "" }]) => who.includes("member") && viewers.includes(permission),
    );
    expect(changing.length).toBeGreaterThan(50);
    expect(open.map(([route]) => route)).toEqual([]);
  });
});

describe("what operators read without a line in the audit log", () => {
  it("shows nothing of a tenant's", () => {
    const untold = Object.entries(ROUTES).filter(
      ([route, { who, tenants }]) =>
        route.startsWith("GET ") && who.includes("operator") && tenants === "none",
    );
    expect(untold.map(([route]) => route.slice(4))).toEqual([
      "/admin/ai/prices",
      "/admin/encryption/roots",
      "/admin/intel/sources",
      "/admin/plans",
      "/admin/service-keys",
      "/admin/operators",
    ]);
  });
});

interface Described {
  parameters?: { in: string; name: string }[];
}

describe("the tenant that a query names", () => {
  it("is looked for by the name that the description of the route has for it, and by no other", () => {
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
    // The code in its body says which, or else the operator's own credential is looked at by the route.
    const open = new Set(["POST /enroll"]);
    expect(new Map(told)).toEqual(new Map(described.filter(([route]) => !open.has(route))));
  });
});
