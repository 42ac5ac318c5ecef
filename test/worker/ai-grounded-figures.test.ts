import { expect, it } from "vitest";
import { aLibrary, anAppWithModel } from "../support/ai-tenant.ts";

const TEXT =
  "To change the toner of the printer, open the front door of the printer. Pull the blue tab of the toner. The spare toner is in room 214.";
const QUERY = "How do I change the toner of the printer?";

/** Who answered, and what, if the model says this. */
async function answerWith(said: string) {
  const { tenantId, as } = await aLibrary(TEXT);
  const { ask, name } = anAppWithModel([said]);
  const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
  const { answer: shown } = await answer.json<{ answer: string }>();
  return { isModel: answer.headers.get("x-ai-provider") === name, shown };
}

it("a figure that no document has is not passed on, whoever said it", async () => {
  const told = await answerWith("The spare toner of the printer is in room 412 [1].");
  expect(told.isModel).toBe(false);
  expect(told.shown).not.toContain("412");
  const right = await answerWith("The spare toner of the printer is in room 214 [1].");
  expect(right).toEqual({
    isModel: true,
    shown: "The spare toner of the printer is in room 214 [1].",
  });
});

it("a numbered list of a model is shown, as its numbers are no sentences", async () => {
  const list = "1. Open the front door of the printer [1].\n2. Pull the blue tab of the toner [1].";
  expect(await answerWith(list)).toEqual({ isModel: true, shown: list });
});
