import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../src/access/index.ts";
import { anAppWithModel, QUERY } from "../support/ai-tenant.ts";
import { call } from "../support/call.ts";
import { aGoodModel } from "../support/good-model.ts";
import { aMember, aServiceKey, aTenant } from "../support/people.ts";

/** A word in everything that the victim owns, and in nothing that another tenant owns. */
const SECRET = "Zanzibarkraken";
const mfa = { users: 5, registered: 4, capable: 4, enforced: 3, adminsWithoutMfa: [SECRET] };

interface World {
  tenantId: string;
  /** Its members may do everything in it. */
  as: string;
  service: Record<string, string>;
  documentId: string;
  actionId: string;
  moveId: string;
  evaluationId: string;
  version: number;
}

async function aWorld(word: string): Promise<World> {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const service = { "x-internal-service-key": await aServiceKey(undefined, [tenantId]) };
  const send = async (method: string, path: string, body: object) => {
    const answer = await call(method, path, { as, body: { tenantId, ...body } });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    return answer.json<Record<string, unknown>>();
  };
  const text = `${word} leads the network team in Porto.`;
  const document = { title: word, source: "wiki", text, tags: [word.toLowerCase()] };
  const { id: documentId } = await send("POST", "/ai/documents", document);
  const snapshot = { collectedAt: new Date().toISOString(), data: { ...mfa } };
  snapshot.data.adminsWithoutMfa = [word];
  const path = "/ai/tools/CheckMFACompliance/snapshot";
  const pushed = { headers: service, body: { tenantId, ...snapshot } };
  expect((await call("PUT", path, pushed)).status).toBe(204);
  const chat = await send("POST", "/ai/chat", { query: "Check MFA compliance" });
  const [action] = chat["proposed_actions"] as { id: string }[];
  const template = { en: `${word} {{fence}}` };
  const prompt = { name: word.toLowerCase(), template, commitMessage: word };
  const { version } = await send("POST", "/ai/prompts/versions", prompt);
  const { ask } = anAppWithModel(aGoodModel);
  const order = { tenantId, name: prompt.name, version };
  const evaluation = await ask("POST", "/ai/prompts/evaluations", as, order);
  const { id: evaluationId } = await evaluation.json<{ id: string }>();
  const label = { name: prompt.name, versions: [{ version }], protected: true };
  await send("PUT", "/ai/prompts/labels/staging", label);
  const { id: moveId } = await send("PUT", "/ai/prompts/labels/staging", label);
  const provider = { kind: "openai-compatible", baseUrl: "http://localhost:9", models: [word] };
  await send("PUT", `/ai/settings/providers/${word}`, {
    provider,
    key: `${word}-0123456789abcdef`,
  });
  await send("PATCH", "/ai/settings", { models: [word], order: [] });
  return {
    tenantId,
    as,
    service,
    documentId: String(documentId),
    actionId: action?.id ?? "",
    moveId: String(moveId),
    evaluationId,
    version: Number(version),
  };
}

interface Attempt {
  path: string;
  body?: object;
}

/** A request that would succeed in the victim's tenant, for every route that names a tenant. */
const ATTEMPTS: Record<string, (victim: World) => Attempt> = {
  "POST /ai/context/search": () => ({ path: "/ai/context/search", body: { query: SECRET } }),
  "POST /ai/ask-rag": () => ({ path: "/ai/ask-rag", body: { query: `${QUERY} ${SECRET}` } }),
  "POST /ai/chat": () => ({ path: "/ai/chat", body: { query: "Check MFA compliance" } }),
  "PUT /ai/tools/:tool/snapshot": () => ({
    path: "/ai/tools/CheckMFACompliance/snapshot",
    body: { collectedAt: new Date().toISOString(), data: { ...mfa, adminsWithoutMfa: [] } },
  }),
  "GET /ai/actions": () => ({ path: "/ai/actions" }),
  "GET /ai/actions/:id": ({ actionId }) => ({ path: `/ai/actions/${actionId}` }),
  "POST /ai/actions/:id/approve": ({ actionId }) => ({
    path: `/ai/actions/${actionId}/approve`,
    body: {},
  }),
  "POST /ai/actions/:id/reject": ({ actionId }) => ({
    path: `/ai/actions/${actionId}/reject`,
    body: {},
  }),
  "POST /ai/actions/:id/begin": ({ actionId }) => ({
    path: `/ai/actions/${actionId}/begin`,
    body: {},
  }),
  "POST /ai/actions/:id/result": ({ actionId }) => ({
    path: `/ai/actions/${actionId}/result`,
    body: { state: "executed" },
  }),
  "GET /ai/prompts/versions": () => ({ path: "/ai/prompts/versions" }),
  "POST /ai/prompts/versions": () => ({
    path: "/ai/prompts/versions",
    body: { template: { en: "{{fence}}" }, commitMessage: "x" },
  }),
  "GET /ai/prompts/versions/:name/:version": ({ version }) => ({
    path: `/ai/prompts/versions/${SECRET.toLowerCase()}/${version}`,
  }),
  "PUT /ai/prompts/labels/:label": ({ version }) => ({
    path: "/ai/prompts/labels/trial",
    body: { name: SECRET.toLowerCase(), versions: [{ version }] },
  }),
  "GET /ai/prompts/moves": () => ({ path: "/ai/prompts/moves" }),
  "POST /ai/prompts/moves/:id/approve": ({ moveId }) => ({
    path: `/ai/prompts/moves/${moveId}/approve`,
    body: {},
  }),
  "POST /ai/prompts/moves/:id/reject": ({ moveId }) => ({
    path: `/ai/prompts/moves/${moveId}/reject`,
    body: {},
  }),
  "POST /ai/prompts/evaluations": ({ version }) => ({
    path: "/ai/prompts/evaluations",
    body: { name: SECRET.toLowerCase(), version },
  }),
  "GET /ai/prompts/evaluations": () => ({ path: "/ai/prompts/evaluations" }),
  "GET /ai/prompts/evaluations/:id": ({ evaluationId }) => ({
    path: `/ai/prompts/evaluations/${evaluationId}`,
  }),
  "POST /ai/prompts/test": ({ version }) => ({
    path: "/ai/prompts/test",
    body: { query: QUERY, promptVersion: `${SECRET.toLowerCase()}@${version}` },
  }),
  "GET /ai/settings": () => ({ path: "/ai/settings" }),
  "PATCH /ai/settings": () => ({ path: "/ai/settings", body: { maxTokens: 51 } }),
  "PUT /ai/settings/providers/:name": () => ({
    path: `/ai/settings/providers/${SECRET}`,
    body: {
      provider: { kind: "openai-compatible", baseUrl: "http://localhost:66", models: ["x"] },
    },
  }),
  "DELETE /ai/settings/providers/:name": () => ({ path: `/ai/settings/providers/${SECRET}` }),
  "GET /ai/usage": () => ({ path: "/ai/usage" }),
  "GET /ai/voice/capability": () => ({ path: "/ai/voice/capability" }),
  "GET /ai/voice/speech-token": () => ({ path: "/ai/voice/speech-token" }),
  "POST /ai/voice/synthesize": () => ({ path: "/ai/voice/synthesize", body: { text: "Hi." } }),
  "POST /ai/voice/transcribe": () => ({
    path: "/ai/voice/transcribe",
    body: { audioBase64: btoa("RIFF\u0000\u0000\u0000\u0000WAVEfmt ") },
  }),
  "POST /ai/documents": () => ({
    path: "/ai/documents",
    body: { title: "x", source: "x", text: "x" },
  }),
  "PUT /ai/documents/:id": () => ({
    path: "/ai/documents/x",
    body: { title: "x", source: "x", text: "x" },
  }),
  "POST /ai/documents:batch": () => ({
    path: "/ai/documents:batch",
    body: { documents: [{ title: "x", source: "x", text: "x" }] },
  }),
  "POST /ai/reindex": () => ({ path: "/ai/reindex", body: {} }),
  "GET /ai/documents": () => ({ path: "/ai/documents" }),
  "GET /ai/documents/:id": ({ documentId }) => ({ path: `/ai/documents/${documentId}` }),
  "DELETE /ai/documents/:id": ({ documentId }) => ({ path: `/ai/documents/${documentId}` }),
};

async function request(route: string, victim: World, thief: World, named?: string) {
  const [method = ""] = route.split(" ");
  const { path, body } = ATTEMPTS[route]?.(victim) ?? { path: "" };
  const inQuery = named !== undefined && body === undefined;
  const query = inQuery ? `?tenantId=${named}` : "";
  const byService = ROUTES[route]?.who.includes("member") !== true;
  return call(method, `${path}${query}`, {
    ...(byService ? { headers: thief.service } : { as: thief.as }),
    ...(body === undefined ? {} : { body: { tenantId: named, ...body } }),
  });
}

/** Everything of the victim that a thief might have changed. */
async function stateOf({ tenantId, as }: World): Promise<string> {
  const paths = ["documents", "actions", "prompts/moves", "prompts/evaluations", "settings"];
  const read = paths.map(async (path) => {
    const answer = await call("GET", `/ai/${path}?tenantId=${tenantId}`, { as });
    return answer.text();
  });
  const versions = call("GET", "/ai/prompts/versions", { as }).then((answer) => answer.text());
  const query = "SELECT data, received_from FROM ai_snapshots WHERE tenant_id = ?";
  const { results } = await env.DB.prepare(query).bind(tenantId).all();
  return JSON.stringify([...(await Promise.all([...read, versions])), results]);
}

describe("a caller of another tenant", () => {
  // A stream names its tenant in its token; ai-voice-stream-tokens.test.ts tests that.
  const routes = Object.keys(ROUTES).filter(
    (route) => route.includes(" /ai/") && ROUTES[route]?.who !== "anyone",
  );
  let victim: World;
  let thief: World;
  let before: string;

  beforeAll(async () => {
    [victim, thief] = [await aWorld(SECRET), await aWorld("Nobody")];
    before = await stateOf(victim);
    expect(before).toContain(SECRET);
  });

  it("is tried on every route under /ai that needs a caller", () => {
    expect(Object.keys(ATTEMPTS).sort()).toEqual([...routes].sort());
  });

  it.each(routes)(
    "%s: 403 if the victim's tenantId is named, without the victim's data",
    async (route) => {
      const answer = await request(route, victim, thief, victim.tenantId);
      const text = await answer.text();
      expect(answer.status, text).toBe(403);
      expect(text).not.toContain(SECRET);
    },
  );

  it.each(routes)(
    "%s: no data of the victim by the victim's ids under the caller's own tenantId",
    async (route) => {
      const answer = await request(route, victim, thief, thief.tenantId);
      const text = await answer.text();
      expect(answer.status, text).not.toBe(500);
      const { path } = ATTEMPTS[route]?.(victim) ?? { path: "" };
      if (/[0-9a-f]{8}-[0-9a-f]{4}/.test(path)) expect(answer.status).toBe(404);
      // An answer may repeat what the thief sent, but not what the victim wrote.
      const asked = JSON.stringify(ATTEMPTS[route]?.(victim)).toLowerCase();
      if (!asked.includes(SECRET.toLowerCase())) expect(text).not.toContain(SECRET);
      expect(text).not.toContain(`${SECRET} leads`);
      expect(text).not.toContain(`${SECRET} {{fence}}`);
    },
  );

  it("400 or 403 on each route for no tenantId, an empty tenantId, or *", async () => {
    for (const route of routes) {
      for (const named of [undefined, "", "*"]) {
        const answer = await request(route, victim, thief, named);
        const text = await answer.text();
        // By the contract this route needs no tenantId: it shows the caller's own versions.
        if (route === "GET /ai/prompts/versions" && named === undefined) {
          expect(answer.status).toBe(200);
        } else expect([400, 403], `${route} ${String(named)} ${text}`).toContain(answer.status);
        expect(text).not.toContain(`${SECRET} leads`);
      }
    }
  });

  it("has changed nothing of the victim's data with all these requests", async () => {
    expect(await stateOf(victim)).toBe(before);
  });
});
