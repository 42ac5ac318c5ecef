import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildIndex, finish, type Part } from "../../../src/intel/indexes/build-index.ts";
import { KeyIndex } from "../../../src/intel/indexes/key-index.ts";
import { mergeRuns } from "../../../src/intel/indexes/merge-runs.ts";
import { parseIpv6 } from "../../../src/intel/indicators/ipv6.ts";
import { parseIpRange } from "../../../src/intel/indicators/ip-range.ts";
import { rowOf, segmentOf } from "../../../src/intel/indexes/reference.ts";
import { TextHash } from "../../../src/intel/keys/hash-text.ts";
import { isWhole, readRows, type Range } from "../../../src/intel/segments/block-reader.ts";
import { buildFilter, mayContain } from "../../../src/intel/segments/filter.ts";
import { PREAMBLE_BYTES } from "../../../src/intel/segments/layout.ts";
import { CorruptSegment, readSegment } from "../../../src/intel/segments/read-segment.ts";
import { retain } from "../../../src/intel/segments/retain.ts";
import { sortOrder } from "../../../src/intel/segments/sort-order.ts";
import { rowAt, type Row, type TableKind } from "../../../src/intel/segments/table.ts";
import { TableBuilder } from "../../../src/intel/segments/table-builder.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { crc32 } from "../../../src/platform/index.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";

const PLAIN: Row = { first: 0, last: 0, gone: 0, weight: 255, trait: 0 };
const word = fc.nat({ max: 2 ** 32 - 1 });

function tableOf(kind: TableKind, keys: readonly number[][], row: Row = PLAIN) {
  const builder = new TableBuilder(kind);
  for (const key of keys) builder.add(key, row);
  return builder.finish();
}

function segmentFrom(tables: ReturnType<typeof tableOf>[], residentMaxRows?: number) {
  const content = { source: "x", createdAt: 1, rows: 1, retained: 0, traits: [{}], tables };
  return writeSegment(content, residentMaxRows === undefined ? {} : { residentMaxRows });
}

function partOf(tables: ReturnType<typeof tableOf>[]): Part {
  const source = BUILT_IN.get("ipsum");
  if (source === undefined) throw new Error("no source");
  const { bytes } = segmentFrom(tables);
  return { source, segment: readSegment(bytes.buffer), file: "x", confirmedAt: 0 };
}

describe("a table", () => {
  it("is sorted, with each key and trait once and the earliest first time of its rows", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat({ max: 3 }), fc.nat({ max: 100 }))), (rows) => {
        const builder = new TableBuilder("ip4");
        for (const [key, trait, first] of rows) builder.add([key], { ...PLAIN, trait, first });
        const table = builder.finish();
        const expected = new Map<string, number>();
        for (const [key, trait, first] of rows) {
          const name = `${key} ${trait}`;
          const known = expected.get(name);
          const both = [known, first].filter((time) => time !== undefined && time > 0);
          expected.set(name, both.length === 0 ? 0 : Math.min(...(both as number[])));
        }
        expect(table.rows).toBe(expected.size);
        const keys = [...(table.words[0] ?? [])];
        expect(keys).toEqual(keys.toSorted((one, other) => one - other));
        for (let row = 0; row < table.rows; row += 1) {
          const { trait, first } = rowAt(table, row);
          expect(first).toBe(expected.get(`${keys[row]} ${trait}`));
        }
      }),
    );
  });

  it("with a key that was listed again tells the later time as the last one", () => {
    const last = (...rows: readonly Partial<Row>[]) => {
      const builder = new TableBuilder("ip4");
      for (const row of rows) builder.add([1], { ...PLAIN, ...row });
      const { first, last } = rowAt(builder.finish(), 0);
      return { first, last };
    };
    expect(last({ first: 20 }, { first: 10 }, { first: 30 })).toEqual({ first: 10, last: 30 });
    expect(last({ first: 20, last: 25 }, { first: 30 })).toEqual({ first: 20, last: 30 });
    expect(last({ first: 20, last: 40 }, { first: 30 })).toEqual({ first: 20, last: 40 });
    expect(last({ first: 20 }, { first: 20 })).toEqual({ first: 20, last: 0 });
    expect(last({ first: 20 }, {})).toEqual({ first: 20, last: 0 });
  });

  it("sorts 30,000 rows", () => {
    const rows = 30_000;
    const words = [0, 1].map(() =>
      Uint32Array.from({ length: rows }, () => Math.floor(Math.random() * 2 ** 32) % 5000),
    );
    const order = sortOrder(words, rows);
    const value = (at: number) =>
      (words[0]?.[order[at] ?? 0] ?? 0) * 2 ** 21 + (words[1]?.[order[at] ?? 0] ?? 0);
    const isBehind = (_: number, at: number) => at > 0 && value(at - 1) > value(at);
    expect([...order].filter(isBehind)).toEqual([]);
    expect(new Set(order).size).toBe(rows);
  });

  it("retains rows that left the list, until they have been gone too long", () => {
    const before = tableOf("ip4", [[1], [2], [3]]);
    const retention = { goneAt: 100, since: 50, traitOf: (trait: number) => trait + 5 };
    const first = retain(tableOf("ip4", [[2], [9]]), before, retention);
    expect([...(first.words[0] ?? [])]).toEqual([1, 2, 3, 9]);
    expect([0, 1, 2, 3].map((row) => rowAt(first, row).gone)).toEqual([100, 0, 100, 0]);
    expect(rowAt(first, 0).trait).toBe(5);
    const later = { ...retention, goneAt: 200, since: 150 };
    const second = retain(tableOf("ip4", [[3]]), first, later);
    expect([...(second.words[0] ?? [])]).toEqual([2, 3, 9]);
    expect([0, 1, 2].map((row) => rowAt(second, row).gone)).toEqual([200, 0, 200]);
  });

  it("retains a row by the second when it first left the list", () => {
    const retention = { goneAt: 100, since: 50, traitOf: (trait: number) => trait };
    const first = retain(tableOf("ip4", [[2]]), tableOf("ip4", [[1]]), retention);
    const again = (since: number) => {
      const table = retain(tableOf("ip4", [[2]]), first, { ...retention, goneAt: 200, since });
      return Array.from({ length: table.rows }, (_, row) => rowAt(table, row).gone);
    };
    expect(again(100)).toEqual([100, 0]);
    expect(again(101)).toEqual([0]);
  });
});

describe("a segment", () => {
  it("is read as it was written", () => {
    const names = tableOf("name", [
      [5, 6],
      [1, 2],
    ]);
    const ranges = tableOf("ip6range", [[1, 2, 3, 4, 5, 6, 7, 8]], { ...PLAIN, first: 77 });
    const { bytes, header } = segmentFrom([names, ranges, tableOf("ip4", [])]);
    const segment = readSegment(bytes.buffer);
    expect(segment.header).toEqual(header);
    expect(segment.tables.map(({ kind, rows }) => [kind, rows])).toEqual([
      ["name", 2],
      ["ip6range", 1],
    ]);
    expect(segment.tables[0]?.words.map((column) => [...column])).toEqual([
      [1, 5],
      [2, 6],
    ]);
    expect(segment.tables[1] && rowAt(segment.tables[1], 0).first).toBe(77);
  });

  it("is refused for damage to any byte but padding, and if it is cut", () => {
    const { bytes } = segmentFrom([tableOf("ip4range", [[1, 2]], { ...PLAIN, first: 3 })]);
    const whole = JSON.stringify(readSegment(bytes.slice().buffer));
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = bytes.slice();
      damaged.set([(damaged[at] ?? 0) ^ 0x10], at);
      let outcome = "";
      try {
        outcome = JSON.stringify(readSegment(damaged.buffer));
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptSegment);
        continue;
      }
      // The damaged byte was padding.
      expect(outcome).toBe(whole);
    }
    for (let length = 0; length < bytes.length - 8; length += 1) {
      expect(() => readSegment(bytes.slice(0, length).buffer)).toThrow(CorruptSegment);
    }
  });

  it("is refused if it claims more rows than it has keys", () => {
    const { bytes, header } = segmentFrom([tableOf("ip4", [[1]])]);
    const tables = header.tables.map((one) => ({
      ...one,
      rows: 2 ** 27,
      words: [{ constant: 0 }],
    }));
    const lying = { ...header, tables };
    const text = new TextEncoder().encode(JSON.stringify(lying));
    const made = new Uint8Array(2 * bytes.length + text.length);
    made.set(bytes.subarray(0, PREAMBLE_BYTES));
    made.set(text, PREAMBLE_BYTES);
    new DataView(made.buffer).setUint32(8, text.length, true);
    new DataView(made.buffer).setUint32(12, crc32(text), true);
    expect(() => readSegment(made.buffer)).toThrow("more rows");
  });

  it("is refused if its format is newer", () => {
    const { bytes } = segmentFrom([tableOf("ip4", [[1]])]);
    const view = new DataView(bytes.buffer);
    view.setUint32(4, view.getUint32(4, true) + 1, true);
    expect(() => readSegment(bytes.buffer)).toThrow("its format is unknown");
  });

  it("with a large table is read by its filter and its blocks", async () => {
    const keys = Array.from({ length: 20_000 }, (_, row) => [
      Math.imul(row, 0x9e3779b1) >>> 0,
      row % 3,
    ]);
    const builder = new TableBuilder("name");
    for (const [at, key] of keys.entries()) {
      builder.add(key, { ...PLAIN, first: at + 1, trait: at % 2 });
      if (at % 5000 === 0) builder.add(key, { ...PLAIN, first: at + 1, trait: 7 });
    }
    // More than a block holds.
    for (let trait = 0; trait < 5000; trait += 1) builder.add([9, 9], { ...PLAIN, trait });
    const { bytes, residentBytes } = segmentFrom([builder.finish()], 1000);
    expect(residentBytes).toBeLessThan(bytes.length / 4);
    const segment = readSegment(bytes.slice(0, residentBytes).buffer);
    const [table] = segment.cold;
    if (table === undefined) throw new Error("no cold table");
    const cold = { file: "x", segment, table };
    const broken: Range[] = [];
    const read = async (range: Range) => {
      const block = bytes.slice(range.at, range.at + range.bytes).buffer;
      if (!isWhole(block, range)) broken.push(range);
      return block;
    };
    expect(keys.filter(([hi = 0, lo = 0]) => !mayContain(table.filter, hi, lo))).toEqual([]);
    for (const [at, [hi = 0, lo = 0]] of keys.entries()) {
      if (at % 500 !== 0) continue;
      const rows = await readRows(cold, { hi, lo }, read);
      expect(rows.map(({ first }) => first)).toContain(at + 1);
      expect(rows).toHaveLength(at % 5000 === 0 ? 2 : 1);
    }
    expect(await readRows(cold, { hi: 9, lo: 9 }, read)).toHaveLength(5000);
    const [[hi = 0, lo = 0] = []] = keys.toSorted(([one = 0], [other = 0]) => other - one);
    expect(await readRows(cold, { hi, lo }, read)).toHaveLength(1);
    expect(await readRows(cold, { hi: 1, lo: 9 }, read)).toEqual([]);
    expect(broken).toEqual([]);
  });
});

describe("a filter", () => {
  it("always matches the keys in it, and rarely others", () => {
    const rows = 50_000;
    const random = () =>
      Uint32Array.from({ length: rows }, () => Math.floor(Math.random() * 2 ** 32));
    const [hi, lo] = [random(), random()];
    const filter = buildFilter(hi, lo);
    expect(hi.filter((word, row) => !mayContain(filter, word, lo[row] ?? 0))).toHaveLength(0);
    const [other, another] = [random(), random()];
    let maybe = 0;
    for (let row = 0; row < rows; row += 1) {
      if (mayContain(filter, other[row] ?? 0, another[row] ?? 0)) maybe += 1;
    }
    expect(maybe / rows).toBeLessThan(0.006);
    expect((filter.fingerprints.length * 8) / rows).toBeLessThan(10);
  });

  it.each([0, 1, 2, 3, 10, 100])("can be built from %i keys", (rows) => {
    const keys = Uint32Array.from({ length: rows }, (_, row) => row * 7);
    const filter = buildFilter(keys, keys);
    for (const key of keys) expect(mayContain(filter, key, key)).toBe(true);
  });
});

describe("an index", () => {
  it("finds every row of every run by its key, and nothing else", () => {
    const runs = fc.array(fc.array(fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 50 }))), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(runs, (all) => {
        const sorted = all.map((keys) => keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
        const merged = finish(
          mergeRuns(
            sorted.map((keys, run) => ({
              words: [0, 1].map((at) => Uint32Array.from(keys, (key) => (key[at] ?? 0) * 2 ** 26)),
              references: Uint32Array.from(keys, (_, row) => run * 1000 + row),
            })),
            2,
          ),
        );
        const index = new KeyIndex(merged);
        const [answers, expected]: [unknown[][], unknown[][]] = [[], []];
        for (let hi = 0; hi <= 50; hi += 1) {
          for (let lo = 0; lo <= 50; lo += 5) {
            const found: number[] = [];
            index.visit(hi * 2 ** 26, lo * 2 ** 26, (reference) => found.push(reference));
            const isThere = index.has(hi * 2 ** 26, lo * 2 ** 26);
            answers.push([hi, lo, isThere, ...found.toSorted((a, b) => a - b)]);
            const rows = sorted.flatMap((keys, run) =>
              keys.flatMap((key, row) =>
                key[0] === hi && key[1] === lo ? [run * 1000 + row] : [],
              ),
            );
            expected.push([hi, lo, rows.length > 0, ...rows]);
          }
        }
        expect(answers).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it("finds every block that holds an IPv4 address", () => {
    const range = fc
      .tuple(fc.nat({ max: 300 }), fc.nat({ max: 40 }))
      .map(([first, more]) => [first, first + more]);
    fc.assert(
      fc.property(fc.array(fc.array(range), { maxLength: 3 }), (segments) => {
        const tables = segments.map((ranges) => tableOf("ip4range", ranges));
        const index = finish(
          buildIndex(
            1,
            tables.map((table) => partOf([table])),
          ),
        );
        const [answers, expected]: [string[][], string[][]] = [[], []];
        for (let address = 0; address < 350; address += 1) {
          const found: string[] = [];
          index.ip4ranges.visit(address, (reference) => {
            const table = tables[segmentOf(reference)];
            const row = rowOf(reference);
            found.push(`${table?.words[0]?.[row]}-${table?.words[1]?.[row]}`);
          });
          const listed = segments.flatMap((ranges) => [
            ...new Set(
              ranges
                .filter(([first = 0, last = 0]) => first <= address && address <= last)
                .map(([first, last]) => `${first}-${last}`),
            ),
          ]);
          answers.push(found.toSorted());
          expected.push(listed.toSorted());
        }
        expect(answers).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it("finds blocks that end at the last address, in both families", () => {
    const all4 = tableOf("ip4range", [[0xffff_ff00, 0xffff_ffff]]);
    const range = parseIpRange("ff00::/8");
    if (range?.family !== 6) throw new Error("no range");
    const all6 = tableOf("ip6range", [[...range.first, ...range.last]]);
    const index = finish(buildIndex(1, [partOf([all4, all6])]));
    const found: number[] = [];
    index.ip4ranges.visit(0xffff_ffff, (reference) => found.push(reference));
    index.ip4ranges.visit(0xffff_feff, (reference) => found.push(reference));
    const top = parseIpv6("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
    const below = parseIpv6("feff:ffff::");
    if (top === undefined || below === undefined) throw new Error("no address");
    index.ip6ranges.visit(top, (reference) => found.push(reference));
    index.ip6ranges.visit(below, (reference) => found.push(reference));
    expect(found).toHaveLength(2);
  });
});

describe("the hash", () => {
  it("differs by text, by tag and by order", () => {
    const hash = new TextHash();
    const seen = new Set<string>();
    const note = ({ hi, lo }: { hi: number; lo: number }) => seen.add(`${hi} ${lo}`);
    let count = 0;
    for (let number = 0; number < 20_000; number += 1) {
      note(hash.of(`host${number}.test`, 1));
      note(hash.of(`host${number}.test`, 2));
      count += 2;
    }
    const [one, other] = [hash.of("a", 1), hash.of("b", 1)];
    for (const key of [hash.join(one, other, 3), hash.join(other, one, 3)]) note(key);
    for (const text of ["", "\0", "\0\0", "abc", "abcd", "abc\0"]) note(hash.of(text, 1));
    expect(seen.size).toBe(count + 8);
  });

  it("does not change, as stored segments depend on it", () => {
    const hash = new TextHash();
    expect(hash.of("www.example.test", 1)).toMatchInlineSnapshot(`
      {
        "hi": 2393719564,
        "lo": 3852165067,
      }
    `);
    expect(hash.join({ hi: 1, lo: 2 }, { hi: 3, lo: 4 }, 5)).toMatchInlineSnapshot(`
      {
        "hi": 1188335142,
        "lo": 1142186267,
      }
    `);
  });
});
