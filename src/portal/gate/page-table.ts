import type { Permission } from "../../access/permissions.ts";

export interface PageRule {
  who: "anyone" | "signed-in" | "operators";
  permission?: Permission;
  /** Asks for a fresh proof of who sits there, see docs/portal.md. */
  stepUp?: true;
  /** For what makes a credential or the like: the session is read anew, not remembered. */
  fresh?: true;
  /** Shows an operator what belongs to tenants that its path does not name: a trace is left. */
  acrossTenants?: true;
  /** The name of the query's parameter that may name a tenant; no other one is read for it. */
  tenantIn?: "tenant";
}

const ANYONE: PageRule = { who: "anyone" };
const SIGNED_IN: PageRule = { who: "signed-in" };
const ON_OPERATORS: PageRule = operatorsMay("members:write");

/**
 * Who may open and send what. A route of the portal without a line here is refused, and a test
 * fails. A `:tenantId` in a path must be within the reader's reach, whatever else is said here.
 */
export const PAGES: Readonly<Record<string, PageRule>> = {
  ...under("/portal", {
    "GET /sign-in": ANYONE,
    "GET /sign-in/:code": ANYONE,
    "POST /sign-in/:code": ANYONE,
    "POST /sign-out": ANYONE,
    "POST /language": ANYONE,
    "GET /docs": ANYONE,

    "POST /sign-in/passkey": ANYONE,
    "GET /oidc/:provider": ANYONE,
    "GET /oidc/:provider/callback": ANYONE,

    "GET ": { ...SIGNED_IN, acrossTenants: true },
    "GET /step-up": SIGNED_IN,
    "POST /step-up": SIGNED_IN,
    "GET /account": SIGNED_IN,
    "POST /account/passkeys": SIGNED_IN,
    "POST /account/passkeys/:passkeyId/remove": proven(SIGNED_IN),
    "POST /account/sessions/:sessionId/end": SIGNED_IN,
    "POST /account/sessions/end-others": SIGNED_IN,

    "GET /fleet": acrossTenants("fleet:read-all"),
    "GET /fleet/collectors": { ...acrossTenants("fleet:read-all"), tenantIn: "tenant" },
    "GET /tenants": acrossTenants("tenants:read"),
    "GET /tenants/new": operatorsMay("tenants:write"),
    "POST /tenants/new": operatorsMay("tenants:write"),
    "GET /tenants/:tenantId": proven(operatorsMay("tenants:write")),
    "POST /tenants/:tenantId": proven(operatorsMay("tenants:write")),
    "POST /tenants/:tenantId/erasure": proven(operatorsMay("tenants:write")),
    "GET /plans": operatorsMay("tenants:read"),
    "GET /sources": operatorsMay("intel:read"),
    "GET /sources/:sourceId": operatorsMay("intel:read"),
    "GET /keyrings": acrossTenants("encryption:read"),
    "GET /dictionaries": operatorsMay("dict:read"),
    "GET /dictionaries/new": operatorsMay("dict:write"),
    "POST /dictionaries/new": operatorsMay("dict:write"),
    "GET /dictionaries/:dictionaryId": operatorsMay("dict:read"),
    "POST /dictionaries/:dictionaryId": operatorsMay("dict:write"),
    "GET /dictionaries/:dictionaryId/delete": operatorsMay("dict:write"),
    "POST /dictionaries/:dictionaryId/delete": operatorsMay("dict:write"),
    "GET /operators": ON_OPERATORS,
    "POST /operators/invite": proven(ON_OPERATORS),
    "GET /operators/:personId": proven(ON_OPERATORS),
    "POST /operators/:personId/role": proven(ON_OPERATORS),
    "POST /operators/:personId/recover": proven(ON_OPERATORS),
    "POST /operators/:personId/remove": proven(ON_OPERATORS),
    "POST /operators/:personId/sessions/:sessionId/end": proven(ON_OPERATORS),
    "POST /operators/:personId/tokens/:tokenId/revoke": proven(ON_OPERATORS),
    "GET /jobs": operatorsMay("fleet:read-all"),
    "GET /audit": { ...acrossTenants("audit:read"), tenantIn: "tenant" },
    "GET /dead-letters": { ...acrossTenants("fleet:read-all"), tenantIn: "tenant" },
    "POST /dead-letters/replay": acrossTenants("events:write"),
  }),
  ...under("/portal/t/:tenantId", {
    "GET ": may("usage:read"),
    "GET /keys": may("keys:read"),
    "GET /keys/new": proven(may("keys:write")),
    "POST /keys/new": proven(may("keys:write")),
    "GET /keys/:keyId": may("keys:read"),
    "GET /keys/:keyId/edit": proven(may("keys:write")),
    "POST /keys/:keyId/edit": proven(may("keys:write")),
    "POST /keys/:keyId/state": { ...may("keys:write"), fresh: true },
    "GET /keys/:keyId/rotate": proven(may("keys:write")),
    "POST /keys/:keyId/rotate": proven(may("keys:write")),
    "GET /keys/:keyId/delete": may("keys:write"),
    "POST /keys/:keyId/delete": may("keys:write"),
    "GET /usage": may("usage:read"),
    "GET /usage.csv": may("usage:read"),
    "GET /webhooks": may("webhooks:read"),
    "GET /webhooks/new": proven(may("webhooks:write")),
    "POST /webhooks/new": proven(may("webhooks:write")),
    "GET /webhooks/:webhookId": may("webhooks:read"),
    "GET /webhooks/:webhookId/edit": may("webhooks:write"),
    "POST /webhooks/:webhookId/edit": { ...may("webhooks:write"), fresh: true },
    "POST /webhooks/:webhookId/state": may("webhooks:write"),
    "GET /webhooks/:webhookId/rotate": proven(may("webhooks:write")),
    "POST /webhooks/:webhookId/rotate": proven(may("webhooks:write")),
    "GET /webhooks/:webhookId/delete": may("webhooks:write"),
    "POST /webhooks/:webhookId/delete": may("webhooks:write"),
    "POST /webhooks/:webhookId/ping": may("webhooks:write"),
    "POST /webhooks/:webhookId/replay": may("webhooks:write"),
    "GET /webhooks/:webhookId/verify": may("webhooks:read"),
    "POST /webhooks/:webhookId/verify": may("webhooks:read"),
    "GET /webhooks/:webhookId/deliveries/:eventId": may("webhooks:read"),
    "GET /inspections": may("inspections:read"),
    "GET /inspections/:inspectionId": may("inspections:read"),
    "POST /inspections/:inspectionId/feedback": may("inspections:write"),
    "GET /lists": may("intel:read"),
    "POST /lists": may("intel:write"),
    "POST /lists/:entryId/remove": may("intel:write"),
    "GET /try": may("inspections:write"),
    "GET /try/:module": may("inspections:write"),
    "POST /try/:module": may("inspections:write"),
    "GET /try/antispam": may("inspections:write"),
    "POST /try/antispam": may("inspections:write"),
    "GET /dictionaries": may("dict:read"),
    "GET /dictionaries/new": may("dict:write"),
    "POST /dictionaries/new": may("dict:write"),
    "GET /dictionaries/:dictionaryId": may("dict:read"),
    "POST /dictionaries/:dictionaryId": may("dict:write"),
    "GET /dictionaries/:dictionaryId/delete": may("dict:write"),
    "POST /dictionaries/:dictionaryId/delete": may("dict:write"),
    "GET /documents": may("ai:use"),
    "GET /documents/new": may("ai:write"),
    "POST /documents/new": may("ai:write"),
    "GET /documents/:documentId": may("ai:use"),
    "GET /documents/:documentId/delete": may("ai:write"),
    "POST /documents/:documentId/delete": may("ai:write"),
    "GET /prompts": may("prompts:read"),
    "GET /prompts/:promptName/:promptVersion": may("prompts:test"),
    "POST /prompts/:promptName/:promptVersion/production": may("prompts:write"),
    "POST /prompts/moves/:moveId": may("prompts:write"),
    "GET /members": may("members:write"),
    "POST /members/invite": proven(may("members:write")),
    "GET /members/:personId": proven(may("members:write")),
    "POST /members/:personId/role": proven(may("members:write")),
    "POST /members/:personId/recover": proven(may("members:write")),
    "POST /members/:personId/remove": proven(may("members:write")),
    "POST /members/:personId/sessions/:sessionId/end": proven(may("members:write")),
    "POST /members/:personId/tokens/:tokenId/revoke": proven(may("members:write")),
    "GET /audit": may("audit:read"),
    "GET /keyring": may("encryption:read"),
    "GET /collectors": may("fleet:read"),
    "GET /collectors/:agentId": may("fleet:read"),
    "GET /collectors/:agentId/revoke": operatorsMay("fleet:write"),
    "POST /collectors/:agentId/revoke": operatorsMay("fleet:write"),
    "POST /collectors/:agentId/resolve": operatorsMay("fleet:write"),
    "GET /codes": may("enrollment:write"),
    "POST /codes/new": { ...may("enrollment:write"), fresh: true },
    "POST /codes/:codeId/revoke": may("enrollment:write"),
    "GET /policies": may("fleet:read"),
    "GET /policies/new": may("policies:write"),
    "POST /policies/new": may("policies:write"),
    "GET /policies/:policyId": may("fleet:read"),
    "POST /policies/:policyId": may("policies:write"),
    "POST /policies/:policyId/assign": may("policies:write"),
    "POST /policies/:policyId/take-back": may("policies:write"),
    "GET /policies/:policyId/delete": may("policies:write"),
    "POST /policies/:policyId/delete": may("policies:write"),
  }),
};

/** With their addresses in full. */
function under(prefix: string, pages: Record<string, PageRule>): Record<string, PageRule> {
  const whole = (route: string) => route.replace(" ", ` ${prefix}`);
  return Object.fromEntries(Object.entries(pages).map(([route, rule]) => [whole(route), rule]));
}

function may(permission: Permission): PageRule {
  return { who: "signed-in", permission };
}

function operatorsMay(permission: Permission): PageRule {
  return { who: "operators", permission };
}

function acrossTenants(permission: Permission): PageRule {
  return { who: "operators", permission, acrossTenants: true };
}

function proven(rule: PageRule): PageRule {
  return { ...rule, stepUp: true };
}
