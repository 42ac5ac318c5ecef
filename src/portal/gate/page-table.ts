import type { Permission } from "../../access/permissions.ts";

export interface PageRule {
  who: "anyone" | "signed-in" | "operators";
  permission?: Permission;
  /** Asks for a fresh proof of who sits there, see docs/portal.md. */
  stepUp?: true;
  /** It makes a credential, which would outlast a session that is only remembered: it is read anew. */
  fresh?: true;
  /** Shows an operator what belongs to tenants that its path does not name: a trace is left. */
  acrossTenants?: true;
  /** By which name its address may say of which tenant; by any other it says nothing. */
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
  "GET /portal/sign-in": ANYONE,
  "GET /portal/sign-in/:code": ANYONE,
  "POST /portal/sign-in/:code": ANYONE,
  "POST /portal/sign-out": ANYONE,
  "POST /portal/language": ANYONE,
  "GET /portal/docs": ANYONE,

  "POST /portal/sign-in/passkey": ANYONE,
  "GET /portal/oidc/:provider": ANYONE,
  "GET /portal/oidc/:provider/callback": ANYONE,

  "GET /portal": { ...SIGNED_IN, acrossTenants: true },
  "GET /portal/step-up": SIGNED_IN,
  "POST /portal/step-up": SIGNED_IN,
  "GET /portal/account": SIGNED_IN,
  "POST /portal/account/passkeys": SIGNED_IN,
  "POST /portal/account/passkeys/:passkeyId/remove": proven(SIGNED_IN),
  "POST /portal/account/sessions/:sessionId/end": SIGNED_IN,
  "POST /portal/account/sessions/end-others": SIGNED_IN,

  "GET /portal/t/:tenantId": may("usage:read"),
  "GET /portal/t/:tenantId/keys": may("keys:read"),
  "GET /portal/t/:tenantId/keys/new": proven(may("keys:write")),
  "POST /portal/t/:tenantId/keys/new": proven(may("keys:write")),
  "GET /portal/t/:tenantId/keys/:keyId": may("keys:read"),
  "GET /portal/t/:tenantId/keys/:keyId/edit": proven(may("keys:write")),
  "POST /portal/t/:tenantId/keys/:keyId/edit": proven(may("keys:write")),
  "POST /portal/t/:tenantId/keys/:keyId/state": { ...may("keys:write"), fresh: true },
  "GET /portal/t/:tenantId/keys/:keyId/rotate": proven(may("keys:write")),
  "POST /portal/t/:tenantId/keys/:keyId/rotate": proven(may("keys:write")),
  "GET /portal/t/:tenantId/keys/:keyId/delete": may("keys:write"),
  "POST /portal/t/:tenantId/keys/:keyId/delete": may("keys:write"),
  "GET /portal/t/:tenantId/usage": may("usage:read"),
  "GET /portal/t/:tenantId/usage.csv": may("usage:read"),
  "GET /portal/t/:tenantId/webhooks": may("webhooks:read"),
  "GET /portal/t/:tenantId/webhooks/new": proven(may("webhooks:write")),
  "POST /portal/t/:tenantId/webhooks/new": proven(may("webhooks:write")),
  "GET /portal/t/:tenantId/webhooks/:webhookId": may("webhooks:read"),
  "GET /portal/t/:tenantId/webhooks/:webhookId/edit": may("webhooks:write"),
  "POST /portal/t/:tenantId/webhooks/:webhookId/edit": { ...may("webhooks:write"), fresh: true },
  "POST /portal/t/:tenantId/webhooks/:webhookId/state": may("webhooks:write"),
  "GET /portal/t/:tenantId/webhooks/:webhookId/rotate": proven(may("webhooks:write")),
  "POST /portal/t/:tenantId/webhooks/:webhookId/rotate": proven(may("webhooks:write")),
  "GET /portal/t/:tenantId/webhooks/:webhookId/delete": may("webhooks:write"),
  "POST /portal/t/:tenantId/webhooks/:webhookId/delete": may("webhooks:write"),
  "POST /portal/t/:tenantId/webhooks/:webhookId/ping": may("webhooks:write"),
  "POST /portal/t/:tenantId/webhooks/:webhookId/replay": may("webhooks:write"),
  "GET /portal/t/:tenantId/webhooks/:webhookId/verify": may("webhooks:read"),
  "POST /portal/t/:tenantId/webhooks/:webhookId/verify": may("webhooks:read"),
  "GET /portal/t/:tenantId/webhooks/:webhookId/deliveries/:eventId": may("webhooks:read"),
  "GET /portal/t/:tenantId/inspections": may("inspections:read"),
  "GET /portal/t/:tenantId/inspections/:inspectionId": may("inspections:read"),
  "POST /portal/t/:tenantId/inspections/:inspectionId/feedback": may("inspections:write"),
  "GET /portal/t/:tenantId/lists": may("intel:read"),
  "POST /portal/t/:tenantId/lists": may("intel:write"),
  "POST /portal/t/:tenantId/lists/:entryId/remove": may("intel:write"),
  "GET /portal/t/:tenantId/try": may("inspections:write"),
  "GET /portal/t/:tenantId/try/:module": may("inspections:write"),
  "POST /portal/t/:tenantId/try/:module": may("inspections:write"),
  "GET /portal/t/:tenantId/try/antispam": may("inspections:write"),
  "POST /portal/t/:tenantId/try/antispam": may("inspections:write"),
  "GET /portal/t/:tenantId/dictionaries": may("dict:read"),
  "GET /portal/t/:tenantId/dictionaries/new": may("dict:write"),
  "POST /portal/t/:tenantId/dictionaries/new": may("dict:write"),
  "GET /portal/t/:tenantId/dictionaries/:dictionaryId": may("dict:read"),
  "POST /portal/t/:tenantId/dictionaries/:dictionaryId": may("dict:write"),
  "GET /portal/t/:tenantId/dictionaries/:dictionaryId/delete": may("dict:write"),
  "POST /portal/t/:tenantId/dictionaries/:dictionaryId/delete": may("dict:write"),
  "GET /portal/t/:tenantId/documents": may("ai:use"),
  "GET /portal/t/:tenantId/documents/new": may("ai:write"),
  "POST /portal/t/:tenantId/documents/new": may("ai:write"),
  "GET /portal/t/:tenantId/documents/:documentId": may("ai:use"),
  "GET /portal/t/:tenantId/documents/:documentId/delete": may("ai:write"),
  "POST /portal/t/:tenantId/documents/:documentId/delete": may("ai:write"),
  "GET /portal/t/:tenantId/prompts": may("prompts:read"),
  "GET /portal/t/:tenantId/prompts/:promptName/:promptVersion": may("prompts:test"),
  "POST /portal/t/:tenantId/prompts/:promptName/:promptVersion/production": may("prompts:write"),
  "POST /portal/t/:tenantId/prompts/moves/:moveId": may("prompts:write"),
  "GET /portal/t/:tenantId/members": may("members:write"),
  "POST /portal/t/:tenantId/members/invite": proven(may("members:write")),
  "GET /portal/t/:tenantId/members/:personId": proven(may("members:write")),
  "POST /portal/t/:tenantId/members/:personId/role": proven(may("members:write")),
  "POST /portal/t/:tenantId/members/:personId/recover": proven(may("members:write")),
  "POST /portal/t/:tenantId/members/:personId/remove": proven(may("members:write")),
  "GET /portal/t/:tenantId/audit": may("audit:read"),
  "GET /portal/t/:tenantId/keyring": may("encryption:read"),
  "GET /portal/t/:tenantId/collectors": may("fleet:read"),
  "GET /portal/t/:tenantId/collectors/:agentId": may("fleet:read"),
  "GET /portal/t/:tenantId/collectors/:agentId/revoke": operatorsMay("fleet:write"),
  "POST /portal/t/:tenantId/collectors/:agentId/revoke": operatorsMay("fleet:write"),
  "POST /portal/t/:tenantId/collectors/:agentId/resolve": operatorsMay("fleet:write"),
  "GET /portal/t/:tenantId/codes": may("enrollment:write"),
  "POST /portal/t/:tenantId/codes/new": { ...may("enrollment:write"), fresh: true },
  "POST /portal/t/:tenantId/codes/:codeId/revoke": may("enrollment:write"),
  "GET /portal/t/:tenantId/policies": may("fleet:read"),
  "GET /portal/t/:tenantId/policies/new": may("policies:write"),
  "POST /portal/t/:tenantId/policies/new": may("policies:write"),
  "GET /portal/t/:tenantId/policies/:policyId": may("fleet:read"),
  "POST /portal/t/:tenantId/policies/:policyId": may("policies:write"),
  "POST /portal/t/:tenantId/policies/:policyId/assign": may("policies:write"),
  "POST /portal/t/:tenantId/policies/:policyId/take-back": may("policies:write"),
  "GET /portal/t/:tenantId/policies/:policyId/delete": may("policies:write"),
  "POST /portal/t/:tenantId/policies/:policyId/delete": may("policies:write"),

  "GET /portal/fleet": acrossTenants("fleet:read-all"),
  "GET /portal/fleet/collectors": { ...acrossTenants("fleet:read-all"), tenantIn: "tenant" },
  "GET /portal/tenants": acrossTenants("tenants:read"),
  "GET /portal/tenants/new": operatorsMay("tenants:write"),
  "POST /portal/tenants/new": operatorsMay("tenants:write"),
  "GET /portal/tenants/:tenantId": proven(operatorsMay("tenants:write")),
  "POST /portal/tenants/:tenantId": proven(operatorsMay("tenants:write")),
  "POST /portal/tenants/:tenantId/erasure": proven(operatorsMay("tenants:write")),
  "GET /portal/plans": operatorsMay("tenants:read"),
  "GET /portal/sources": operatorsMay("intel:read"),
  "GET /portal/sources/:sourceId": operatorsMay("intel:read"),
  "GET /portal/keyrings": acrossTenants("encryption:read"),
  "GET /portal/dictionaries": operatorsMay("dict:read"),
  "GET /portal/dictionaries/new": operatorsMay("dict:write"),
  "POST /portal/dictionaries/new": operatorsMay("dict:write"),
  "GET /portal/dictionaries/:dictionaryId": operatorsMay("dict:read"),
  "POST /portal/dictionaries/:dictionaryId": operatorsMay("dict:write"),
  "GET /portal/dictionaries/:dictionaryId/delete": operatorsMay("dict:write"),
  "POST /portal/dictionaries/:dictionaryId/delete": operatorsMay("dict:write"),
  "GET /portal/operators": ON_OPERATORS,
  "POST /portal/operators/invite": proven(ON_OPERATORS),
  "GET /portal/operators/:personId": proven(ON_OPERATORS),
  "POST /portal/operators/:personId/role": proven(ON_OPERATORS),
  "POST /portal/operators/:personId/recover": proven(ON_OPERATORS),
  "POST /portal/operators/:personId/remove": proven(ON_OPERATORS),
  "GET /portal/jobs": operatorsMay("fleet:read-all"),
  "GET /portal/audit": { ...acrossTenants("audit:read"), tenantIn: "tenant" },
  "GET /portal/dead-letters": { ...acrossTenants("fleet:read-all"), tenantIn: "tenant" },
  "POST /portal/dead-letters/replay": acrossTenants("events:write"),
};

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
