import { OPERATORS, PEOPLE, type AccessRule, type RouteTable } from "./access-rule.ts";

/** Whatever is asked is answered out of a tenant's documents and state. */
const QUESTION: AccessRule = {
  who: [...PEOPLE, "service"],
  permission: "ai:use",
  tenants: "claim",
  traced: "behind",
};

const SPEECH: AccessRule = {
  who: [...PEOPLE, "service"],
  permission: "ai:voice",
  tenants: "claim",
};

/** Questions, documents, prompts and voice. */
export const AI_ROUTES: RouteTable = {
  "POST /ai/context/search": QUESTION,
  "POST /ai/ask-rag": QUESTION,
  "POST /ai/chat": QUESTION,
  "PUT /ai/tools/:tool/snapshot": {
    who: ["service"],
    permission: "ai:snapshot",
    tenants: "claim",
  },
  "GET /ai/actions": { who: PEOPLE, permission: "ai:use", tenants: "claim", tenantIn: "tenantId" },
  "GET /ai/actions/:id": {
    who: PEOPLE,
    permission: "ai:use",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "POST /ai/actions/:id/approve": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/actions/:id/reject": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/actions/:id/begin": { who: ["service"], permission: "ai:act", tenants: "claim" },
  "POST /ai/actions/:id/result": { who: ["service"], permission: "ai:act", tenants: "claim" },
  "GET /ai/prompts/versions": {
    who: PEOPLE,
    permission: "prompts:read",
    tenants: "own",
    tenantIn: "tenantId",
  },
  "POST /ai/prompts/versions": { who: PEOPLE, permission: "prompts:write", tenants: "claim" },
  "GET /ai/prompts/versions/:name/:version": {
    who: PEOPLE,
    permission: "prompts:test",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "PUT /ai/prompts/labels/:label": {
    who: PEOPLE,
    permission: "prompts:write",
    tenants: "claim",
  },
  "GET /ai/prompts/moves": {
    who: PEOPLE,
    permission: "prompts:read",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "POST /ai/prompts/moves/:id/approve": {
    who: PEOPLE,
    permission: "prompts:write",
    tenants: "claim",
  },
  "POST /ai/prompts/moves/:id/reject": {
    who: PEOPLE,
    permission: "prompts:write",
    tenants: "claim",
  },
  "POST /ai/prompts/evaluations": { who: PEOPLE, permission: "prompts:write", tenants: "claim" },
  "GET /ai/prompts/evaluations": {
    who: PEOPLE,
    permission: "prompts:test",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "GET /ai/prompts/evaluations/:id": {
    who: PEOPLE,
    permission: "prompts:test",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "GET /ai/settings": {
    who: PEOPLE,
    permission: "ai:admin",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "PATCH /ai/settings": { who: PEOPLE, permission: "ai:admin", tenants: "claim" },
  "PUT /ai/settings/providers/:name": {
    who: PEOPLE,
    permission: "ai:admin",
    tenants: "claim",
    fresh: true,
  },
  "DELETE /ai/settings/providers/:name": {
    who: PEOPLE,
    permission: "ai:admin",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "GET /ai/usage": {
    who: PEOPLE,
    permission: "usage:read",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "GET /admin/ai/prices": { who: OPERATORS, permission: "ai:admin", tenants: "none" },
  "POST /admin/ai/prices": { who: OPERATORS, permission: "ai:admin", tenants: "none" },
  "POST /ai/prompts/test": {
    who: PEOPLE,
    permission: "prompts:test",
    tenants: "claim",
    traced: "behind",
  },
  "GET /ai/voice/capability": { ...SPEECH, tenantIn: "tenantId" },
  "GET /ai/voice/speech-token": {
    who: PEOPLE,
    permission: "ai:voice",
    tenants: "claim",
    fresh: true,
    tenantIn: "tenantId",
  },
  "POST /ai/voice/synthesize": SPEECH,
  "POST /ai/voice/transcribe": SPEECH,
  "POST /ai/documents": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "PUT /ai/documents/:id": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/documents:batch": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/reindex": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "GET /ai/documents": {
    who: PEOPLE,
    permission: "ai:use",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "GET /ai/documents/:id": {
    who: PEOPLE,
    permission: "ai:use",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "DELETE /ai/documents/:id": {
    who: PEOPLE,
    permission: "ai:write",
    tenants: "claim",
    tenantIn: "tenantId",
  },
};
