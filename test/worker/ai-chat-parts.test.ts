import { expect, it } from "vitest";
import { chatAnswer } from "../../src/ai/chat/answers.ts";
import { call } from "../support/call.ts";
import { aMember, aServiceKey, aTenant } from "../support/people.ts";

const LEAVE = "Everybody has 23 days of paid leave a year. Ask two weeks ahead.";
const CAFE = "La cafetería abre a las ocho de la mañana.";
const LICENSES = "100 licenses, 60 in use. A license is given back by mail to the desk.";
const skus = [{ skuId: "1", skuPartNumber: "E3", enabled: 100, consumed: 60 }];

async function aTenantWithBoth() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  for (const [title, text] of Object.entries({ Leave: LEAVE, Café: CAFE, Licenses: LICENSES })) {
    const body = { tenantId, title, source: "wiki", text };
    await call("POST", "/ai/documents", { as, body });
  }
  const headers = { "x-internal-service-key": await aServiceKey(["ai:snapshot"], [tenantId]) };
  const body = { tenantId, collectedAt: new Date().toISOString(), data: { skus } };
  await call("PUT", "/ai/tools/LicenseSummary/snapshot", { headers, body });
  return async (query: string) => {
    const answer = await call("POST", "/ai/chat", { as, body: { tenantId, query } });
    return chatAnswer.parse(await answer.json());
  };
}

it("a question about a state and one about something else are both answered, in either order", async () => {
  const ask = await aTenantWithBoth();
  for (const [query, cited] of [
    ["How many licenses are left and how many days of paid leave do I have?", LEAVE],
    ["How many days of paid leave do I have, and how many licenses are left?", LEAVE],
    ["¿Cuántas licencias quedan? ¿A qué hora abre la cafetería?", CAFE],
  ] as const) {
    const { route, tool_results, citations, confidence } = await ask(query);
    expect([route, tool_results.map(({ tool }) => tool)]).toEqual(["mixed", ["LicenseSummary"]]);
    expect(cited).toContain(citations[0]?.snippet);
    expect(confidence).toBeGreaterThan(0.2);
  }
});

it("a question that asks twice about the same state goes to no document", async () => {
  const ask = await aTenantWithBoth();
  const said = await ask("How many licenses do we have and how many are used?");
  expect(said).toMatchObject({ route: "agent", citations: [] });
});
