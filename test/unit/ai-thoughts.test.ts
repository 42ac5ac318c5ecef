import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Aloud, leaveOutThoughts } from "../../src/ai/providers/leave-out-thoughts.ts";

const PIECES = ["<think>", "</think>", "</THINK>", "<thi", "nk>", "</th", "ink>", " ", "\n", "a"];
const said = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 });

/** What may be heard: what follows the last end of thoughts, unless others begin there. */
function aloudIn(text: string): string {
  const rest = text.split(/<\/think>/i).at(-1) ?? "";
  return /^\s*<think>/i.test(rest) ? "" : rest;
}

it("a model's thoughts are not heard, however its words are cut, also if it says no more than <think>", () => {
  fc.assert(
    fc.property(said, (parts) => {
      const text = parts.join("");
      const aloud = new Aloud();
      let heard = "";
      for (const part of parts) {
        const { anew, text: more } = aloud.push(part);
        heard = anew ? more : heard + more;
      }
      heard += aloud.finish();
      expect([heard, leaveOutThoughts(text)]).toEqual([aloudIn(text), aloudIn(text)]);
    }),
    { numRuns: 500, examples: [[["<think>"]], [["<thi", "nk>"]]] },
  );
});
