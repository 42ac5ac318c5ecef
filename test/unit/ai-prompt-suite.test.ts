import { expect, it } from "vitest";
import { newEvaluation } from "../../src/ai/prompts/evaluation-schemas.ts";
import { suiteCases } from "../../src/ai/prompts/suite.ts";

it("the built-in cases are cases as the API takes them, in both languages, each with its own id", () => {
  const cases = suiteCases();
  const order = { tenantId: "acme", version: 1, cases };
  expect(newEvaluation.parse(order).cases).toEqual(cases);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(10);
  for (const language of ["en", "es"]) {
    const kinds = cases.filter((one) => one.language === language).map(({ kind }) => kind);
    expect(kinds).toEqual(["answer", "answer", "refusal", "attack", "attack"]);
  }
});
