import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { compareEntries } from "../../../src/intel/tenant-lists/compare-entries.ts";
import { entriesCsv } from "../../../src/intel/tenant-lists/entries-csv.ts";
import { readEntry } from "../../../src/intel/tenant-lists/read-entry.ts";
import { readLines } from "../../../src/intel/tenant-lists/read-lines.ts";
import { entryBatch } from "../../../src/intel/tenant-lists/schemas.ts";
import { showEntry, type EntryRow } from "../../../src/intel/tenant-lists/store.ts";

const NOW = Date.UTC(2026, 10, 28);
const MAKER = { tenantId: "t", createdBy: "person:1", now: NOW };
const batchOf = (entries: unknown[]) => entryBatch.parse({ action: "allow", entries });

/** The entries that a file makes in an empty list. */
function entriesOf(csv: string): EntryRow[] {
  const entries = readLines(csv).map(({ said }) => {
    const { createdBy: _by, createdAt: _at, ...order } = said ?? {};
    const filled = Object.entries(order).filter(([, text]) => text !== "");
    return Object.fromEntries(filled);
  });
  return compareEntries([], batchOf(entries), MAKER).put;
}

const plain = (rows: readonly EntryRow[]) =>
  rows.map(showEntry).map(({ id: _id, ...shown }) => shown);

describe("lines of entries", () => {
  it("are values with notes behind them, and comments, by their numbers", () => {
    const text =
      "\uFEFF# ours\r\nevil.test\r\n\r\n203.0.113.7 # scans, often\r\nhttp://a.test/#x\n; end";
    expect(readLines(text)).toEqual([
      { line: 2, said: { value: "evil.test", note: undefined } },
      { line: 4, said: { value: "203.0.113.7", note: "scans, often" } },
      { line: 5, said: { value: "http://a.test/#x", note: undefined } },
    ]);
  });

  it("are rows of a CSV by the names of its columns, also over several lines", () => {
    const text =
      'Note,VALUE,owner\r\n"one\n""two""",evil.test,x\r\n,b.test,y\r\n"open,c.test\r\nd,d.test,z';
    const rows = readLines(text);
    expect(rows.map(({ line }) => line)).toEqual([2, 4, 5, 6]);
    expect(rows[0]?.said).toMatchObject({ note: 'one\n"two"', value: "evil.test" });
    expect(rows.map(({ said }) => said?.["value"])).toEqual([
      "evil.test",
      "b.test",
      undefined,
      "d.test",
    ]);
  });

  it.each([
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["commas", ","],
  ])("are rows of a file that a spreadsheet parts by %s", (_name, sign) => {
    const rows = [
      ["note", "value", "expiresAt", "owner"],
      ["", "first.test", "", "x"],
      ['"one; two, ""three"""', '"http://a.test/b,c;d"', "2027-01-01T00:00:00Z", ""],
      ["", "", "", ""],
      ["naïve", "last.test"],
    ];
    const text = `\uFEFF${rows.map((row) => row.join(sign)).join("\r\n")}\r\n`;
    const said = readLines(text).map((row) => [row.line, row.said?.["value"], row.said?.["note"]]);
    expect(said).toEqual([
      [2, "first.test", ""],
      [3, "http://a.test/b,c;d", 'one; two, "three"'],
      [5, "last.test", "naïve"],
    ]);
    expect(readLines(text)[1]?.said?.["expiresAt"]).toBe("2027-01-01T00:00:00Z");
  });

  it("are rows also if all names of columns are quoted, or a line above says what parts them", () => {
    for (const text of [
      '"value";"owner"\na.test;x\n',
      "sep=;\r\nvalue;owner\r\na.test;x\r\n",
      "value;owner\ra.test;x\r",
    ]) {
      expect(readLines(text).map(({ said }) => said?.["value"])).toEqual(["a.test"]);
    }
  });

  it("cost no more than their length, whatever quotes they have", () => {
    const text = `value\n${'"\n"a\n'.repeat(20_000)}`;
    expect(readLines(text).length).toBeGreaterThan(0);
  });
});

describe("an export of entries", () => {
  const values = [
    "evil.test",
    "AS64500",
    "203.0.113.0/24",
    "2001:db8::/32",
    "http://a.test/b,c?d",
    "x@a.test",
  ];
  const awkward = fc.array(fc.constantFrom("=", "'", "+", ";", "\t", '"', ",", "\n", "a", " "), {
    maxLength: 12,
  });
  const order = fc.record({
    value: fc.constantFrom(...values, "http://a.test/-1+1"),
    action: fc.constantFrom("allow", "deny"),
    note: fc.oneof(
      fc.string({ maxLength: 40 }),
      awkward.map((all) => all.join("")),
    ),
    label: fc.constantFrom("", "-ours", "a b").map((text) => (text === "" ? undefined : text)),
    expiresAt: fc.constantFrom(undefined, "2027-01-01T00:00:00.000Z"),
  });

  it("makes the same entries when it is taken in again", () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 8 }), (orders) => {
        const rows = compareEntries([], batchOf(orders), MAKER).put;
        expect(plain(entriesOf(entriesCsv(rows)))).toEqual(plain(rows));
      }),
      { numRuns: 300 },
    );
  });

  it("runs no formula in a spreadsheet", () => {
    const note = "=1+1";
    const rows = compareEntries([], batchOf([{ value: "a.test", note }]), MAKER).put;
    expect(entriesCsv(rows)).toContain(",'=1+1,");
  });

  it.each(values)("names %s as it is read again", (value) => {
    const read = readEntry(value, undefined);
    if (isRefusal(read)) throw new Error(read.message);
    const [row] = compareEntries([], batchOf([{ value }]), MAKER).put;
    expect(readEntry(row === undefined ? "" : showEntry(row).value, read.type)).toEqual(read);
  });
});
