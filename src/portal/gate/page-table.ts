import type { Permission } from "../../access/permissions.ts";

export interface PageRule {
  who: "anyone" | "signed-in" | "operators";
  permission?: Permission;
  /** Asks for a fresh proof by passkey, see docs/portal.md. */
  stepUp?: true;
  /**
   * For a form that makes a credential or the like: the session is read again, not taken from
   * memory.
   */
  fresh?: true;
  /** Shows operators data of tenants that the path does not name, so the look is audited. */
  acrossTenants?: true;
  /** The parameter of the query that may name a tenant; no other one is read for it. */
  tenantIn?: "tenant";
}

const ANYONE: PageRule = { who: "anyone" };
const SIGNED_IN: PageRule = { who: "signed-in" };
const ON_OPERATORS: PageRule = operatorsMay("members:write");

const pages: Record<string, PageRule> = {};

/**
 * Who may open and send what. A route of the portal without a line here is refused, and a test
 * fails. A `:tenantId` in a path must always be within the reader's reach.
 */
export const PAGES: Readonly<Record<string, PageRule>> = pages;

putUnder("/portal", {
  "GET /sign-in": ANYONE,
  "BOTH /sign-in/:code": ANYONE,
  "POST /sign-out": ANYONE,
  "POST /language": ANYONE,
  "GET /docs": ANYONE,

  "POST /sign-in/passkey": ANYONE,
  "GET /oidc/:provider": ANYONE,
  "GET /oidc/:provider/callback": ANYONE,

  "GET ": { ...SIGNED_IN, acrossTenants: true },
  "BOTH /step-up": SIGNED_IN,
  "GET /account": SIGNED_IN,
  "POST /account/passkeys": SIGNED_IN,
  "POST /account/passkeys/:passkeyId/remove": proven(SIGNED_IN),
  "POST /account/sessions/:sessionId/end": SIGNED_IN,
  "POST /account/sessions/end-others": SIGNED_IN,
  "GET /account/tokens": "tokens:write",
  "BOTH /account/tokens/new": proven("tokens:write"),
  "POST /account/tokens/:tokenId/revoke": proven("tokens:write"),

  "GET /fleet": acrossTenants("fleet:read-all"),
  "GET /fleet/collectors": { ...acrossTenants("fleet:read-all"), tenantIn: "tenant" },
  "GET /fleet/collectors.csv": { ...acrossTenants("fleet:read-all"), tenantIn: "tenant" },
  "GET /fleet/bulk": acrossTenants("fleet:read-all"),
  "GET /fleet/bulk/:orderId": acrossTenants("fleet:read-all"),
  "POST /fleet/bulk/choose": { ...acrossTenants("fleet:write"), tenantIn: "tenant" },
  "POST /fleet/bulk": proven({ ...acrossTenants("fleet:write"), tenantIn: "tenant" }),
  "POST /fleet/bulk/:orderId/cancel": acrossTenants("fleet:write"),
  "GET /tenants": acrossTenants("tenants:read"),
  "BOTH /tenants/new": operatorsMay("tenants:write"),
  "BOTH /tenants/:tenantId": proven(operatorsMay("tenants:write")),
  "POST /tenants/:tenantId/erasure": proven(operatorsMay("tenants:write")),
  "GET /plans": operatorsMay("tenants:read"),
  "GET /sources": operatorsMay("intel:read"),
  "GET /sources/:sourceId": operatorsMay("intel:read"),
  "POST /sources/:sourceId/fetching": operatorsMay("intel:write"),
  "POST /sources/:sourceId/editions/:version/restore": operatorsMay("intel:write"),
  "GET /keyrings": acrossTenants("encryption:read"),
  "GET /dictionaries": operatorsMay("dict:read"),
  "BOTH /dictionaries/new": operatorsMay("dict:write"),
  "GET /dictionaries/:dictionaryId": operatorsMay("dict:read"),
  "POST /dictionaries/:dictionaryId": operatorsMay("dict:write"),
  "BOTH /dictionaries/:dictionaryId/delete": operatorsMay("dict:write"),
  "GET /operators": ON_OPERATORS,
  "POST /operators/invite": proven(ON_OPERATORS),
  "GET /operators/:personId": proven(ON_OPERATORS),
  "POST /operators/:personId/role": proven(ON_OPERATORS),
  "POST /operators/:personId/recover": proven(ON_OPERATORS),
  "POST /operators/:personId/remove": proven(ON_OPERATORS),
  "POST /operators/:personId/sessions/:heldId/end": proven(ON_OPERATORS),
  "POST /operators/:personId/tokens/:heldId/revoke": proven(ON_OPERATORS),
  "BOTH /leaked": acrossTenants("keys:read"),
  "POST /leaked/tokens/:tokenId/revoke": proven(operatorsMay("tokens:write")),
  "GET /service-keys": operatorsMay("tokens:write"),
  "BOTH /service-keys/new": proven(operatorsMay("tokens:write")),
  "POST /service-keys/:serviceKeyId/revoke": proven(operatorsMay("tokens:write")),
  "GET /jobs": operatorsMay("fleet:read-all"),
  "GET /audit": { ...acrossTenants("audit:read"), tenantIn: "tenant" },
  "GET /audit.csv": { ...acrossTenants("audit:read"), tenantIn: "tenant" },
  "GET /dead-letters": { ...acrossTenants("fleet:read-all"), tenantIn: "tenant" },
  "POST /dead-letters/replay": acrossTenants("events:write"),
});

putUnder("/portal/t/:tenantId", {
  "GET ": "usage:read",
  "GET /keys": "keys:read",
  "BOTH /keys/new": proven("keys:write"),
  "GET /keys/:keyId": "keys:read",
  "BOTH /keys/:keyId/edit": proven("keys:write"),
  "POST /keys/:keyId/disable": { ...may("keys:write"), fresh: true },
  "POST /keys/:keyId/enable": proven("keys:write"),
  "BOTH /keys/:keyId/rotate": proven("keys:write"),
  "BOTH /keys/:keyId/delete": "keys:write",
  "GET /usage": "usage:read",
  "GET /usage.csv": "usage:read",
  "GET /usage/ai": "usage:read",
  "GET /webhooks": "webhooks:read",
  "BOTH /webhooks/new": proven("webhooks:write"),
  "GET /webhooks/:webhookId": "webhooks:read",
  "GET /webhooks/:webhookId/edit": "webhooks:write",
  "POST /webhooks/:webhookId/edit": { ...may("webhooks:write"), fresh: true },
  "POST /webhooks/:webhookId/state": "webhooks:write",
  "BOTH /webhooks/:webhookId/rotate": proven("webhooks:write"),
  "BOTH /webhooks/:webhookId/delete": "webhooks:write",
  "POST /webhooks/:webhookId/ping": "webhooks:write",
  "POST /webhooks/:webhookId/replay": "webhooks:write",
  "BOTH /webhooks/:webhookId/verify": "webhooks:read",
  "GET /webhooks/:webhookId/deliveries/:eventId": "webhooks:read",
  "GET /inspections": "inspections:read",
  "GET /inspections/:inspectionId": "inspections:read",
  "POST /inspections/:inspectionId/feedback": "inspections:write",
  "GET /lists": "intel:read",
  "POST /lists": "intel:write",
  "GET /lists/entries.csv": "intel:read",
  "GET /lists/many": "intel:write",
  "POST /lists/many": "intel:write",
  "POST /lists/:entryId/remove": "intel:write",
  "GET /try": "inspections:write",
  "BOTH /try/:module": "inspections:write",
  "BOTH /try/antispam": "inspections:write",
  "GET /dictionaries": "dict:read",
  "BOTH /dictionaries/new": "dict:write",
  "GET /dictionaries/:dictionaryId": "dict:read",
  "POST /dictionaries/:dictionaryId": "dict:write",
  "BOTH /dictionaries/:dictionaryId/delete": "dict:write",
  "GET /documents": "ai:use",
  "BOTH /documents/new": "ai:write",
  "GET /documents/:documentId": "ai:use",
  "BOTH /documents/:documentId/delete": "ai:write",
  "GET /prompts": "prompts:read",
  "GET /prompts/:promptName/:promptVersion": "prompts:test",
  "POST /prompts/:promptName/:promptVersion/production": "prompts:write",
  "POST /prompts/moves/:moveId": "prompts:write",
  "GET /actions": "ai:use",
  "GET /actions/:actionId": "ai:use",
  "POST /actions/:actionId/approve": "ai:write",
  "POST /actions/:actionId/reject": "ai:write",
  "GET /members": "members:write",
  "POST /members/invite": proven("members:write"),
  "GET /members/:personId": proven("members:write"),
  "POST /members/:personId/role": proven("members:write"),
  "POST /members/:personId/recover": proven("members:write"),
  "POST /members/:personId/remove": proven("members:write"),
  "POST /members/:personId/sessions/:heldId/end": proven("members:write"),
  "POST /members/:personId/tokens/:heldId/revoke": proven("members:write"),
  "GET /tokens": "tokens:write",
  "POST /tokens/:tokenId/revoke": proven("tokens:write"),
  "GET /audit": "audit:read",
  "GET /audit.csv": "audit:read",
  "GET /keyring": "encryption:read",
  "POST /keyring/rotate": proven("encryption:admin"),
  "POST /keyring/settings": proven("encryption:admin"),
  "POST /keyring/versions/:version/:change": proven("encryption:admin"),
  "GET /collectors": "fleet:read",
  "GET /collectors.csv": "fleet:read",
  "GET /collectors/:agentId": "fleet:read",
  "BOTH /collectors/:agentId/revoke": "fleet:write",
  "POST /collectors/:agentId/resolve": operatorsMay("fleet:write"),
  "GET /bulk": "fleet:read",
  "GET /bulk/:orderId": "fleet:read",
  "POST /bulk/choose": "fleet:write",
  "POST /bulk": proven("fleet:write"),
  "POST /bulk/:orderId/cancel": "fleet:write",
  "GET /codes": "enrollment:write",
  "POST /codes/new": { ...may("enrollment:write"), fresh: true },
  "POST /codes/:codeId/revoke": "enrollment:write",
  "GET /policies": "fleet:read",
  "BOTH /policies/new": "policies:write",
  "GET /policies/:policyId": "fleet:read",
  "POST /policies/:policyId": "policies:write",
  "POST /policies/:policyId/assign": "policies:write",
  "POST /policies/:policyId/take-back": "policies:write",
  "BOTH /policies/:policyId/delete": "policies:write",
  "GET /fleet-settings": "fleet:read",
  "POST /fleet-settings": "fleet:write",
});

/**
 * Adds the rules with full addresses. `BOTH` stands for a page and its form. A permission alone is
 * for everybody signed in who holds it. Each prefix is added once, because the first page of an
 * isolate waits for the table.
 */
function putUnder(prefix: string, rules: Readonly<Record<string, PageRule | Permission>>): void {
  for (const [route, said] of Object.entries(rules)) {
    const end = route.indexOf(" ");
    const [method, page] = [route.slice(0, end), prefix + route.slice(end + 1)];
    const rule = may(said);
    if (method !== "POST") pages[`GET ${page}`] = rule;
    if (method !== "GET") pages[`POST ${page}`] = rule;
  }
}

function may(rule: PageRule | Permission): PageRule {
  return typeof rule === "string" ? { who: "signed-in", permission: rule } : rule;
}

function operatorsMay(permission: Permission): PageRule {
  return { who: "operators", permission };
}

function acrossTenants(permission: Permission): PageRule {
  return { who: "operators", permission, acrossTenants: true };
}

function proven(rule: PageRule | Permission): PageRule {
  return { ...may(rule), stepUp: true };
}
