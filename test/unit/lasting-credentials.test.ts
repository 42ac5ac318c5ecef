import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../src/access/route-table.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";

interface Answer {
  content?: { "application/json"?: { schema?: { $ref?: string } } };
}
interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
}

const CREDENTIALS = ["token", "key", "secret", "code"];
const { paths, components } = JSON.parse(
  readFileSync("public/openapi/fleet.json", "utf8"),
) as Description;

function givesCredential(responses: Record<string, Answer>): boolean {
  return Object.entries(responses).some(([status, { content }]) => {
    const schema = content?.["application/json"]?.schema?.$ref?.split("/").at(-1) ?? "";
    const properties = Object.keys(components.schemas[schema]?.properties ?? {});
    return status < "300" && properties.some((name) => CREDENTIALS.includes(name));
  });
}

describe("a caller who gets a lasting credential", () => {
  it("is read anew by each API route whose answer holds a credential", () => {
    const giving = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => givesCredential(responses))
        .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    );
    // The link by which a person comes in is an address.
    giving.push("POST /admin/invites");
    expect(giving.length).toBeGreaterThan(7);
    expect(giving.filter((route) => ROUTES[route]?.fresh !== true)).toEqual([]);
  });

  it("is read anew by each form that makes or opens a credential", () => {
    const makes =
      /^POST .*\/(?:keys|service-keys|webhooks|members|operators|codes|tokens)\/.*(?:new|rotate|invite|recover|role)$/;
    const opens = /^POST .*\/keys\/.*\/(?:edit|enable|disable)$/;
    const lasting = Object.keys(PAGES).filter((route) => makes.test(route) || opens.test(route));
    expect(lasting).toHaveLength(16);
    const unread = lasting.filter(
      (route) => PAGES[route]?.stepUp !== true && PAGES[route]?.fresh !== true,
    );
    expect(unread).toEqual([]);
  });
});

describe("the forms that ask for a fresh proof by passkey", () => {
  it("are exactly the documented ones", () => {
    const asks = Object.entries(PAGES)
      .filter(([route, { stepUp }]) => route.startsWith("POST ") && stepUp === true)
      .map(([route]) => route.slice("POST /portal/".length).replace("t/:tenantId/", ""));
    expect(asks.toSorted()).toEqual([
      "account/passkeys/:passkeyId/remove",
      "account/tokens/:tokenId/revoke",
      "account/tokens/new",
      "bulk",
      "fleet/bulk",
      "keyring/rotate",
      "keyring/settings",
      "keyring/versions/:version/:change",
      "keys/:keyId/edit",
      "keys/:keyId/enable",
      "keys/:keyId/rotate",
      "keys/new",
      "leaked/tokens/:tokenId/revoke",
      "members/:personId/recover",
      "members/:personId/remove",
      "members/:personId/role",
      "members/:personId/sessions/:heldId/end",
      "members/:personId/tokens/:heldId/revoke",
      "members/invite",
      "operators/:personId/recover",
      "operators/:personId/remove",
      "operators/:personId/role",
      "operators/:personId/sessions/:heldId/end",
      "operators/:personId/tokens/:heldId/revoke",
      "operators/invite",
      "service-keys/:serviceKeyId/revoke",
      "service-keys/new",
      "tenants/:tenantId",
      "tenants/:tenantId/erasure",
      "tokens/:tokenId/revoke",
      "webhooks/:webhookId/rotate",
      "webhooks/new",
    ]);
  });
});
