import { describe, expect, it } from "vitest";
import { reciprocalRank } from "../../scripts/eval/measures.ts";
import { readOwnQuestions } from "../../scripts/eval/own-questions.ts";

describe("the project's own questions", () => {
  it.each(readOwnQuestions())(
    "in $name are at least twenty, all different, each with a longer document of its own",
    (set) => {
      expect(set.questions.length).toBeGreaterThanOrEqual(20);
      expect(set.documents).toHaveLength(set.questions.length);
      expect(new Set(set.questions.map(({ text }) => text)).size).toBe(set.questions.length);
      expect(new Set(set.documents.map(({ text }) => text)).size).toBe(set.documents.length);
      const short = set.documents.filter(({ text }, at) => {
        return text.length <= (set.questions[at]?.text.length ?? 0);
      });
      expect(short).toEqual([]);
    },
  );

  it("are in four languages", () => {
    expect(readOwnQuestions().map(({ name }) => name)).toEqual(["ja", "ko", "th", "zh"]);
  });
});

describe("reciprocalRank", () => {
  it.each([
    [["a", "b"], 1],
    [["b", "a"], 0.5],
    [["b"], 0],
    [[], 0],
  ])("of %j", (ids, worth) => expect(reciprocalRank(ids, new Set(["a"]))).toBe(worth));
});
