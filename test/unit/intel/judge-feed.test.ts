import { describe, expect, it } from "vitest";
import { MAX_ROWS } from "../../../src/intel/indexes/reference.ts";
import { judgeFeed, judgeTables } from "../../../src/intel/refresh/judge-feed.ts";

const good: Parameters<typeof judgeFeed>[0] = {
  rows: 100,
  badLines: 0,
  firstBadLines: [],
  trouble: undefined,
};

describe("a feed that is to replace the live one", () => {
  it.each<[string, Partial<typeof good>, number, string | undefined]>([
    ["half of the rows before", { rows: 5 }, 10, undefined],
    ["one less than half of them", { rows: 4 }, 10, "feed_shrank"],
    ["less than half of an odd number", { rows: 5 }, 11, "feed_shrank"],
    ["rows where there were none", { rows: 1 }, 0, undefined],
    ["no row at all", { rows: 0 }, 0, "feed_empty"],
    ["one bad line in twenty", { rows: 19, badLines: 1 }, 0, undefined],
    ["more than one bad line in twenty", { rows: 18, badLines: 1 }, 0, "feed_bad_lines"],
    ["nothing but bad lines", { rows: 0, badLines: 3 }, 0, "feed_empty"],
  ])("with %s", (_case, about, rowsBefore, error) => {
    expect(judgeFeed({ ...good, ...about }, rowsBefore)?.error).toBe(error);
  });

  it("is refused as damaged if the file is, whatever rows were read", () => {
    const trouble = { error: "feed_damaged", message: "The document is cut." } as const;
    expect(judgeFeed({ ...good, trouble }, 0)).toMatchObject({ status: 422, ...trouble });
  });
});

it("a table with more rows than its bound is refused, unless a filter is held in its place", () => {
  const filter = {} as never;
  const tables = [MAX_ROWS, MAX_ROWS + 1].map((rows) => ({ rows }));
  expect(tables.map((table) => judgeTables([table])?.error)).toEqual([undefined, "no_room"]);
  expect(judgeTables([{ rows: MAX_ROWS + 1, filter }])).toBeUndefined();
});
