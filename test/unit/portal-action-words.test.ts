import { expect, it } from "vitest";
import { aiActions } from "../../src/ai/tables.ts";
import { valueWords } from "../../src/portal/audit/detail-words.ts";

it.each(aiActions.category.enumValues)(
  "the action category %s has a word in English and another in Spanish",
  (category) => {
    expect(Object.keys(valueWords.en)).toContain(category);
    expect(valueWords.es[category]).not.toBe(category);
  },
);
