import { describe, expect, it } from "vitest";
import type { EvaluationCase } from "../../src/ai/prompts/evaluation-schemas.ts";
import { judgeCase } from "../../src/ai/prompts/judge-case.ts";

const DOCUMENTS = ["Lisbon runs at night.", "Porto runs by day."].map((snippet, at) => ({
  id: `d.1:${at}`,
  snippet,
  source: "w",
  score: 1,
}));
const CASE = { id: "c", kind: "answer", language: "en", cites: [1] } as unknown as EvaluationCase;

describe("a test case that must cite a document", () => {
  it.each([
    ["Lisbon runs at night [1].", []],
    ["Lisbon runs at night [^1].", []],
    ["Lisbon runs at night【1†source】.", []],
    ["Lisbon runs at night [2, 1].", []],
    ["Porto runs by day [2].", ["missing_citation"]],
    ["Lisbon runs at night [1, 9].", ["phantom_citation"]],
  ])("gives the answer %s the reasons %j", (said, reasons) => {
    expect(judgeCase(CASE, said, DOCUMENTS)).toEqual(reasons);
  });
});
