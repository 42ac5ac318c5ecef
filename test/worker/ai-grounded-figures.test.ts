import { expect, it } from "vitest";
import { aLibrary, anAppWithModel } from "../support/ai-tenant.ts";

const TEXT =
  "To change the toner of the printer, open the front door of the printer. Pull the blue tab of the toner. The spare toner is in room 214.";
const QUERY = "How do I change the toner of the printer?";

/** Who answered, and what, if the model says this. */
async function answerWith(said: string, text = TEXT) {
  const { tenantId, as } = await aLibrary(text);
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

it.each([
  ["1,000", "1000"],
  ["1000", "1,000"],
  ["1.000", "1000"],
  ["2.500,50", "2,500.50"],
  ["10 000", "10,000"],
  ["30days", "30 days"],
  ["AES-256", "AES256"],
  ["9:30", "09:30"],
])("a figure may be written otherwise than in the document: %s as %s", async (there, said) => {
  const text = `The toner of the printer is changed at ${there} by the people of the print room.`;
  const cited = `${text.replace(there, said).slice(0, -1)} [1].`;
  expect(await answerWith(cited, text)).toEqual({ isModel: true, shown: cited });
});

it.each([
  ["1,100", "1,200"],
  ["1,000", "2,000"],
  ["1,000", "2000"],
  ["1000", "2,000"],
  ["AES-256", "AES128"],
  ["10 000", "11,000"],
])("another figure is not passed on in another way of writing: %s as %s", async (there, said) => {
  const text = `The toner of the printer is changed at ${there} by the people of the print room.`;
  const cited = `${text.replace(there, said).slice(0, -1)} [1].`;
  expect((await answerWith(cited, text)).isModel).toBe(false);
});

it("a numbered list of a model is shown, as its numbers are no sentences", async () => {
  const list = "1. Open the front door of the printer [1].\n2. Pull the blue tab of the toner [1].";
  expect(await answerWith(list)).toEqual({ isModel: true, shown: list });
});
