import { PEOPLE, type RouteTable } from "./access-rule.ts";

/** Questions, documents, prompts and voice. */
export const AI_ROUTES: RouteTable = {
  "POST /ai/context/search": {
    who: [...PEOPLE, "service"],
    permission: "ai:use",
    tenants: "claim",
  },
  "POST /ai/ask-rag": { who: [...PEOPLE, "service"], permission: "ai:use", tenants: "claim" },
  "POST /ai/chat": { who: [...PEOPLE, "service"], permission: "ai:use", tenants: "claim" },
  "PUT /ai/tools/:tool/snapshot": {
    who: ["service"],
    permission: "ai:snapshot",
    tenants: "claim",
  },
  "GET /ai/actions": { who: PEOPLE, permission: "ai:use", tenants: "claim" },
  "GET /ai/actions/:id": { who: PEOPLE, permission: "ai:use", tenants: "claim" },
  "POST /ai/actions/:id/approve": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/actions/:id/reject": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "GET /ai/prompts/versions": { who: PEOPLE, permission: "prompts:read", tenants: "none" },
  "POST /ai/prompts/test": { who: PEOPLE, permission: "prompts:test", tenants: "claim" },
  "GET /ai/voice/capability": { who: PEOPLE, permission: "ai:voice", tenants: "claim" },
  "GET /ai/voice/speech-token": { who: PEOPLE, permission: "ai:voice", tenants: "claim" },
  "POST /ai/voice/synthesize": { who: PEOPLE, permission: "ai:voice", tenants: "claim" },
  "POST /ai/voice/transcribe": { who: PEOPLE, permission: "ai:voice", tenants: "claim" },
  "POST /ai/documents": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "PUT /ai/documents/:id": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/documents/batch": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/reindex": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "GET /ai/documents": { who: PEOPLE, permission: "ai:use", tenants: "claim" },
  "GET /ai/documents/:id": { who: PEOPLE, permission: "ai:use", tenants: "claim" },
  "DELETE /ai/documents/:id": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
};
