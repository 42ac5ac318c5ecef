import { describe, expect, it } from "vitest";
import { CATEGORIES } from "../../src/intel/fusion/categories.ts";
import { EFFECTS, SOURCE_KINDS } from "../../src/intel/sources/source.ts";
import {
  categoryWords,
  effectWords,
  sourceKindWords,
} from "../../src/portal/sources/code-words.ts";

const SETS = [
  ["kinds", SOURCE_KINDS, sourceKindWords],
  ["effects", EFFECTS, effectWords],
  ["categories", CATEGORIES, categoryWords],
] as const;

describe("the words of the sources' pages for a feed source", () => {
  it.each(SETS)("%s: each has its own words in English and in Spanish", (_, values, words) => {
    for (const said of [words.en, words.es]) {
      expect(Object.keys(said).toSorted()).toEqual([...values].toSorted());
      const all = Object.values<string>(said);
      for (const one of all) expect(one).toMatch(/^[\p{L}\p{N}][\p{L}\p{N} ,()-]+$/u);
      expect(new Set(all).size).toBe(values.length);
    }
  });
});
