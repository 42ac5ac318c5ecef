import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEntryLines, writeEntryLines } from "../../src/portal/dictionaries/entry-lines.ts";

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }),
  fc.constantFrom(
    " ;; ",
    "a ;; 3",
    '{"value":1}',
    "{a}",
    "x\ny",
    " x",
    "x ;;",
    ";; x",
    "a||b",
    "\t",
  ),
);
const entry = fc.record(
  { value: text, weight: fc.integer({ min: 0, max: 100 }), note: text },
  { requiredKeys: ["value", "weight"] },
);

describe("entries as lines", () => {
  it("are read back as they were written, whatever they hold", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        const lines = writeEntryLines(entries)
          .split(/\r?\n/)
          .filter((line) => line.trim() !== "");
        expect(readEntryLines(lines.map((line) => line.trim()))).toEqual(entries);
      }),
    );
  });

  it('are a plain word without a weight or a note, and else parts between ";;"', () => {
    expect(writeEntryLines([{ value: "premio", weight: 1 }])).toBe("premio");
    expect(readEntryLines(["premio ;; 40 ;; a lure"])).toEqual([
      { value: "premio", weight: 40, note: "a lure" },
    ]);
  });
});
