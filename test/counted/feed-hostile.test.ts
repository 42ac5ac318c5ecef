import { describe, expect, it } from "vitest";
import { collectFinding } from "../../src/intel/segments/collect-finding.ts";
import { SegmentBuilder } from "../../src/intel/segments/segment-builder.ts";
import { JsonCutter } from "../../src/intel/sources/cut-json.ts";
import { LineCutter } from "../../src/intel/sources/cut-lines.ts";
import { formatOf, type FormatId } from "../../src/intel/sources/formats/index.ts";
import { timesAsLong } from "../support/times-as-long.ts";

/** As long as a listed value may be. */
const LONGEST = 16_384;
const MOST_TIMES_AS_LONG = 20;

const fill = (piece: string, length = LONGEST) =>
  `http://a.example/(${piece.repeat(length)}`.slice(0, length - 1).concat("x");

function collect(value: string) {
  const builder = new SegmentBuilder();
  return collectFinding(builder, { kind: "url", value }, { mailSecret: "", allowWide: false });
}

describe("hostile lines of a feed", () => {
  it.each([
    ["closing brackets", fill(")").replace(/x$/, ")")],
    ["closing brackets beyond the longest value", fill(")", 60_000).replace(/x$/, ")")],
    ["quotes", fill("'")],
    ["blanks", fill(" ")],
    ["brackets and points", fill(").").replace(/x$/, ")")],
    ["escapes of escapes", `http://a.example/%${"25".repeat(LONGEST / 2 - 20)}41`],
    ["escapes within escapes", `http://a.example/%2${"%3".repeat(LONGEST / 2 - 20)}35`],
    ["points that no host ends", `${".".repeat(LONGEST - 2)} x`],
    ["points within a host", `http://a${".".repeat(LONGEST - 9)}b`],
    ["points within a host, escaped", `http://a${"%2e".repeat(LONGEST / 3 - 4)}b`],
    ["colons that no port ends", `${":".repeat(LONGEST - 2)} x`],
  ])("%s take at most a small factor longer than letters", (_name, value) => {
    const letters = fill("a");
    const times = timesAsLong(
      () => collect(value),
      () => collect(letters),
      MOST_TIMES_AS_LONG,
    );
    expect(times).toBeLessThanOrEqual(MOST_TIMES_AS_LONG);
  });

  it("a value that is too long is refused", () => {
    expect(collect(fill("a", LONGEST + 1))).toBe("The value is too long.");
    expect(collect(fill("a"))).toBeUndefined();
  });
});

/** As long as a line may be; a record of JSON may be 64 times as long. */
const LONGEST_LINE = 65_536;
const BEGUN_LISTS = 4_096;

describe("hostile records of a feed", () => {
  const exposed = (classes: string) => `a.example,Breach,2026-01-01,${classes}`;

  it.each<[string, FormatId, string, string]>([
    [
      "colons",
      "misp-warninglist",
      JSON.stringify(`${":".repeat(LONGEST_LINE)}x`),
      JSON.stringify("a".repeat(LONGEST_LINE)),
    ],
    [
      "blanks between classes",
      "exposures",
      exposed(`a${" ".repeat(LONGEST_LINE)}b`),
      exposed("a".repeat(LONGEST_LINE)),
    ],
    [
      "a quote that stays open",
      "exposures",
      exposed(`"${"a".repeat(LONGEST_LINE)}`),
      exposed("a".repeat(LONGEST_LINE)),
    ],
    [
      "quotes within a text without end",
      "stix",
      JSON.stringify({ type: "indicator", pattern: `'${"\\'".repeat(LONGEST_LINE / 2)}` }),
      JSON.stringify({ type: "indicator", pattern: `'${"a".repeat(LONGEST_LINE)}'` }),
    ],
    [
      "lists that are begun with a quote",
      "stix",
      JSON.stringify({ type: "indicator", pattern: "url:value IN (\\' ".repeat(BEGUN_LISTS) }),
      JSON.stringify({ type: "indicator", pattern: "url:values in a list".repeat(BEGUN_LISTS) }),
    ],
  ])("%s take at most a small factor longer than letters", (_name, id, hostile, letters) => {
    const read = formatOf(id, hostile).open();
    const times = timesAsLong(
      () => read(hostile),
      () => read(letters),
      MOST_TIMES_AS_LONG,
    );
    expect(times).toBeLessThanOrEqual(MOST_TIMES_AS_LONG);
  });
});

/** Pieces as small as a server can make its packets. */
const TINY = 32;
const SENT = 524_288;
/** There are 512 tiny pieces for each large one, and a piece costs something by itself: some 18 times as long. */
const MOST_TIMES_IN_PIECES = 60;

function piecesOf(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

describe("a feed in tiny pieces", () => {
  const cutJson = (pieces: readonly string[]) => {
    const records: string[] = [];
    const cutter = new JsonCutter([["*"]], (record) => records.push(record));
    for (const piece of pieces) cutter.push(piece);
    expect(cutter.end()).toBeUndefined();
    return records;
  };
  const cutLines = (pieces: readonly string[]) => {
    const records: string[] = [];
    const cutter = new LineCutter((record) => records.push(record));
    for (const piece of pieces) cutter.push(piece);
    cutter.end();
    return records;
  };
  const record = JSON.stringify({ a: "b".repeat(SENT) });
  const key = `"${"k".repeat(SENT)}":1`;
  const line = "a".repeat(LONGEST_LINE - TINY);

  it.each<[string, typeof cutJson, string, string[]]>([
    ["a long record", cutJson, `[${record}]`, [record]],
    ["a long key", cutJson, `{${key}}`, ["1"]],
    ["long lines", cutLines, `${line}\n`.repeat(8), Array.from({ length: 8 }, () => line)],
  ])("%s: cut at most a small factor slower than in large pieces", (_name, cut, text, records) => {
    const [tiny, large] = [piecesOf(text, TINY), piecesOf(text, 16_384)];
    expect(cut(tiny)).toEqual(records);
    expect(cut(large)).toEqual(records);
    const times = timesAsLong(
      () => cut(tiny),
      () => cut(large),
      MOST_TIMES_IN_PIECES,
    );
    expect(times).toBeLessThanOrEqual(MOST_TIMES_IN_PIECES);
  });
});
