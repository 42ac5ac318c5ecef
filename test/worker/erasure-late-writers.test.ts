import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { knowledgeOf } from "../../src/ai/knowledge/knowledge-of.ts";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { decryptField, encryptField } from "../../src/encryption/index.ts";
import { settle } from "../../src/http/index.ts";
import { anAppWithModel } from "../support/ai-tenant.ts";
import { call } from "../support/call.ts";
import { askErasure, closeTenant, eraseWhole } from "../support/erasure.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aFile, anAppWithConversion, PDF } from "../support/markdown-conversion.ts";
import { aMember, aServiceKey, aTenant } from "../support/people.ts";

async function erase(tenantId: string): Promise<void> {
  await closeTenant(tenantId);
  await askErasure(tenantId);
  await eraseWhole(tenantId);
}

/** A model that answers only once the tenant is erased. */
function aSlowModel() {
  const { promise: isErased, resolve: say } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const app = anAppWithModel(async () => {
    asked();
    await isErased;
    const choices = [{ message: { content: "No." }, finish_reason: "stop" }];
    return Response.json({ choices, model: "small" });
  });
  return { ...app, isAsked, say };
}

const rowsOf = async (table: string, tenantId: string) =>
  env.DB.prepare(`select count(*) as n from ${table} where tenant_id = ?`)
    .bind(tenantId)
    .first("n");

describe("work that ends after its tenant's erasure", () => {
  it("409 for a prompt evaluation, and nothing is stored", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const { ask, isAsked, say } = aSlowModel();
    const template = { en: "Data stands between {{fence}}. Answer with [1].", es: "{{fence}}" };
    const order = { tenantId, template, commitMessage: "First try" };
    const written = await call("POST", "/ai/prompts/versions", { as, body: order });
    const { version } = await written.json<{ version: number }>();
    const going = ask("POST", "/ai/prompts/evaluations", as, { tenantId, version });
    await isAsked;
    await erase(tenantId);
    say();
    const answer = await going;
    expect([answer.status, await rowsOf("prompt_evaluations", tenantId)]).toEqual([409, 0]);
  });

  it("200 for a chat, and no proposed action is stored", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const headers = { "x-internal-service-key": await aServiceKey(["ai:snapshot"], [tenantId]) };
    const data = {
      users: 50,
      registered: 45,
      capable: 44,
      enforced: 30,
      adminsWithoutMfa: ["ana@a.example"],
    };
    const snapshot = { tenantId, collectedAt: new Date().toISOString(), data };
    await call("PUT", "/ai/tools/CheckMFACompliance/snapshot", { headers, body: snapshot });
    const text = "MFA compliance is a duty of the network team.";
    await call("POST", "/ai/documents", {
      as,
      body: { tenantId, title: "MFA", source: "wiki", text },
    });
    const { ask, isAsked, say } = aSlowModel();
    const query =
      "Check MFA compliance and how does the wiki explain the duty of the network team?";
    const going = ask("POST", "/ai/chat", as, { tenantId, query });
    await isAsked;
    await erase(tenantId);
    say();
    const answer = await going;
    expect([answer.status, await rowsOf("ai_actions", tenantId)]).toEqual([200, 0]);
  });

  it("403 for a file being converted and for the next item of its batch, and no document is stored", async () => {
    const tenantId = await aTenant();
    const { promise: made, resolve: say } = Promise.withResolvers<object>();
    const { ask, converted } = anAppWithConversion([{ rubbish: made }]);
    const file = { title: "F", source: "wiki", mimeType: PDF, contentBase64: aFile(PDF) };
    const documents = [file, { title: "T", source: "wiki", text: "A heron." }];
    const as = await aMember(tenantId);
    const going = ask("POST", "/ai/documents:batch", as, { tenantId, documents });
    await vi.waitFor(() => expect(converted).toHaveLength(1));
    await erase(tenantId);
    say({ format: "markdown", data: "A heron." });
    const { items } = await (await going).json<{ items: unknown[] }>();
    expect(items).toMatchObject([{ statusCode: 403 }, { statusCode: 403 }]);
    const filter = { source: "wiki", limit: 5, offset: 0 };
    const left = await knowledgeOf(env, claimedBySystem(tenantId)).list(filter);
    expect(left.total).toBe(0);
  });

  it("a line of the decrypt trail that waited in an isolate is not written", async () => {
    const clock = new Clock();
    clock.at = Date.now();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock);
    const sealed = settle(await encryptField(access, tenantId, { value: "v" }));
    expect(await decryptField(access, tenantId, sealed, BY)).toBe("v");
    await erase(tenantId);
    clock.pass(600_000);
    await access.trail.flush(access);
    const { objects } = await env.OBJECTS.list({ prefix: `decrypt-trail/${tenantId}/` });
    expect(objects).toEqual([]);
  });
});
