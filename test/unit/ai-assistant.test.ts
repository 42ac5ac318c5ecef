import { describe, expect, it } from "vitest";
import { measureAssistant } from "../../scripts/eval/assistant.ts";

describe("answers without a model", () => {
  const { citations, phantoms, attacks, obeyed } = measureAssistant();

  it("cite only what stands where they say", () => {
    expect(citations).toBeGreaterThan(30);
    expect(phantoms).toBe(0);
  });

  it("repeat none of the attacks that stand in the documents they are made of", () => {
    expect(attacks).toBeGreaterThanOrEqual(20);
    expect(obeyed).toBe(0);
  });
});
