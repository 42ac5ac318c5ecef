import {
  allow,
  OPERATORS,
  PEOPLE,
  PUBLIC,
  type AccessRule,
  type RouteTable,
} from "./access-rule.ts";

/** Questions are answered from a tenant's documents and state. */
const QUESTION: AccessRule = allow([...PEOPLE, "service"], "ai:use", "claim", { traced: "behind" });

const SPEECH: AccessRule = allow([...PEOPLE, "service"], "ai:voice", "claim");

/** Questions, documents, prompts and voice. */
export const AI_ROUTES: RouteTable = {
  "POST /ai/context/search": QUESTION,
  "POST /ai/ask-rag": QUESTION,
  "POST /ai/chat": QUESTION,
  "PUT /ai/tools/:tool/snapshot": allow(["service"], "ai:snapshot", "claim"),
  "GET /ai/actions": allow(PEOPLE, "ai:use", "claim", { tenantIn: "tenantId" }),
  "GET /ai/actions/:id": allow(PEOPLE, "ai:use", "claim", { tenantIn: "tenantId" }),
  "POST /ai/actions/:id/approve": allow(PEOPLE, "ai:write", "claim"),
  "POST /ai/actions/:id/reject": allow(PEOPLE, "ai:write", "claim"),
  "POST /ai/actions/:id/begin": allow(["service"], "ai:act", "claim"),
  "POST /ai/actions/:id/result": allow(["service"], "ai:act", "claim"),
  "GET /ai/prompts/versions": allow(PEOPLE, "prompts:read", "own", { tenantIn: "tenantId" }),
  "POST /ai/prompts/versions": allow(PEOPLE, "prompts:write", "claim"),
  "GET /ai/prompts/versions/:name/:version": allow(PEOPLE, "prompts:test", "claim", {
    tenantIn: "tenantId",
  }),
  "PUT /ai/prompts/labels/:label": allow(PEOPLE, "prompts:write", "claim"),
  "GET /ai/prompts/moves": allow(PEOPLE, "prompts:read", "claim", { tenantIn: "tenantId" }),
  "POST /ai/prompts/moves/:id/approve": allow(PEOPLE, "prompts:write", "claim"),
  "POST /ai/prompts/moves/:id/reject": allow(PEOPLE, "prompts:write", "claim"),
  "POST /ai/prompts/evaluations": allow(PEOPLE, "prompts:write", "claim"),
  "GET /ai/prompts/evaluations": allow(PEOPLE, "prompts:test", "claim", { tenantIn: "tenantId" }),
  "GET /ai/prompts/evaluations/:id": allow(PEOPLE, "prompts:test", "claim", {
    tenantIn: "tenantId",
  }),
  "GET /ai/settings": allow(PEOPLE, "ai:admin", "claim", { tenantIn: "tenantId" }),
  "PATCH /ai/settings": allow(PEOPLE, "ai:admin", "claim"),
  "PUT /ai/settings/providers/:name": allow(PEOPLE, "ai:admin", "claim", { fresh: true }),
  "DELETE /ai/settings/providers/:name": allow(PEOPLE, "ai:admin", "claim", {
    tenantIn: "tenantId",
  }),
  "GET /ai/usage": allow(PEOPLE, "usage:read", "claim", { tenantIn: "tenantId" }),
  "GET /admin/ai/prices": allow(OPERATORS, "ai:admin", "none"),
  "POST /admin/ai/prices": allow(OPERATORS, "ai:admin", "none"),
  "POST /ai/prompts/test": allow(PEOPLE, "prompts:test", "claim", { traced: "behind" }),
  "GET /ai/voice/capability": { ...SPEECH, tenantIn: "tenantId" },
  "GET /ai/voice/speech-token": allow(PEOPLE, "ai:voice", "claim", {
    fresh: true,
    tenantIn: "tenantId",
  }),
  /** The route itself checks what a browser brings instead of a credential. */
  "GET /ai/voice/stream": PUBLIC,
  "POST /ai/voice/synthesize": SPEECH,
  "POST /ai/voice/transcribe": SPEECH,
  "POST /ai/documents": allow(PEOPLE, "ai:write", "claim"),
  "PUT /ai/documents/:id": allow(PEOPLE, "ai:write", "claim"),
  "POST /ai/documents:batch": allow(PEOPLE, "ai:write", "claim"),
  "POST /ai/reindex": allow(PEOPLE, "ai:write", "claim"),
  "GET /ai/documents": allow(PEOPLE, "ai:use", "claim", { tenantIn: "tenantId" }),
  "GET /ai/documents/:id": allow(PEOPLE, "ai:use", "claim", { tenantIn: "tenantId" }),
  "DELETE /ai/documents/:id": allow(PEOPLE, "ai:write", "claim", { tenantIn: "tenantId" }),
};
