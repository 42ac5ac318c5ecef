import { expect, it } from "vitest";
import { aiActions } from "../../src/ai/tables.ts";
import { valueWords } from "../../src/portal/audit/detail-words.ts";

it.each(aiActions.category.enumValues)("an action that is to %s has a word for it", (category) => {
  expect(Object.keys(valueWords.en)).toContain(category);
  expect(valueWords.es[category]).not.toBe(category);
});
