import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Aloud, leaveOutThoughts } from "../../src/ai/providers/leave-out-thoughts.ts";

const PIECES = ["<think>", "</think>", "<thi", "nk>", "</th", "ink>", " ", "\n", "a"];
const said = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 });

/** What may be heard: all but thoughts at the beginning, which end with their mark or never. */
function aloudIn(text: string): string {
  const [thoughts, end] = /^\s*<think>[^]*?(<\/think>|$)/.exec(text) ?? [""];
  return end === "" ? "" : text.slice(thoughts.length);
}

it("a model's thoughts are not heard, however its words are cut, also if it says no more than <think>", () => {
  fc.assert(
    fc.property(said, (parts) => {
      const text = parts.join("");
      const aloud = new Aloud();
      const heard = parts.map((part) => aloud.push(part)).join("") + aloud.finish();
      expect([heard, leaveOutThoughts(text)]).toEqual([aloudIn(text), aloudIn(text)]);
    }),
    { numRuns: 500, examples: [[["<think>"]], [["<thi", "nk>"]]] },
  );
});
