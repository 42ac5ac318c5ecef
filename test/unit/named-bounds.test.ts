import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const FILES = globSync("src/**/*.{ts,tsx}").filter((file) =>
  readFileSync(file, "utf8").includes('import * as z from "zod"'),
);
/** 0 and 1 need no name; Math has functions of these names too. */
const BARE = /(?<!\bMath)\.(?:min|max|length)\(-?(?![01]\b)\d[\d_.]*[,)]/g;

function bareBounds(text: string): string[] {
  return Array.from(text.matchAll(BARE), ([found]) => found);
}

describe("bounds in zod schemas", () => {
  it.each(FILES)("are named constants in %s", (file) => {
    expect(bareBounds(readFileSync(file, "utf8"))).toEqual([]);
  });

  it("are found if they are bare numbers", () => {
    const planted = "z.string().min(1).max(64), z.int().min(-36_500).max(MAX), Math.max(2, at)";
    expect(bareBounds(planted)).toEqual([".max(64)", ".min(-36_500)"]);
  });
});
