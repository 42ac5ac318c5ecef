import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Knowledge } from "../../src/ai/knowledge/knowledge-object.ts";
import { usage } from "../../src/ai/usage/answers.ts";
import { aLibrary, anAppWithModel, aPrice, FACT, GOOD, QUERY } from "../support/ai-tenant.ts";
import { call } from "../support/call.ts";

const RESERVED = 700;

/** Tenant objects that fail once a provider's call has ended. */
function restartingObjects(): Cloudflare.Env["KNOWLEDGE"] {
  const lost = async () => Promise.reject(new Error("The object was reset."));
  const of = (id: DurableObjectId) => {
    const stub = env.KNOWLEDGE.get(id);
    return {
      search: async (...given: Parameters<Knowledge["search"]>) => stub.search(...given),
      reserveSpend: async (...given: Parameters<Knowledge["reserveSpend"]>) =>
        stub.reserveSpend(...given),
      settleSpend: lost,
      releaseSpend: lost,
    };
  };
  const objects = { idFromName: (name: string) => env.KNOWLEDGE.idFromName(name), get: of };
  return objects as unknown as Cloudflare.Env["KNOWLEDGE"];
}

describe("a model call whose cost cannot be settled", () => {
  it("is still answered, and keeps its reserved cost as unconfirmed", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask, name, lines } = anAppWithModel([GOOD], {}, { KNOWLEDGE: restartingObjects() });
    await aPrice(name, 0, 1_000_000);
    const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ answer: GOOD });
    expect(lines).toContainEqual(expect.objectContaining({ event: "ai_call_unsettled", tenantId }));
    const path = `/ai/usage?tenantId=${tenantId}`;
    const { budget } = usage.parse(await (await call("GET", path, { as })).json());
    expect(budget).toMatchObject({ spentMicroUsd: RESERVED, unconfirmedMicroUsd: RESERVED });
  });

  it("is answered in the documents' own words if the model fails or is not called", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask } = anAppWithModel([503], {}, { KNOWLEDGE: restartingObjects() });
    const body = { tenantId, query: QUERY };
    for (let turn = 0; turn < 6; turn += 1) {
      const answer = await ask("POST", "/ai/ask-rag", as, body);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ answer: `${FACT} [1]` });
    }
  });
});
