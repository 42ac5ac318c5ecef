import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** By position, so that a column which a later version added makes each insert an error. */
const BY_POSITION = /\b(?:INSERT(?: OR [A-Z]+)?|REPLACE) INTO \w+\s+(?:VALUES|SELECT)\b/gi;

describe("SQL that inserts", () => {
  it("names its columns, so that this version goes on over the tables of the next one", () => {
    const found = globSync("src/**/*.{ts,tsx}").flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(BY_POSITION), ([text]) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "INSERT INTO a VALUES (1)",
    "INSERT OR IGNORE INTO a SELECT 1",
    "REPLACE INTO a\n VALUES (1)",
  ])("is seen where it does not: %s", (text) => {
    expect(text).toMatch(new RegExp(BY_POSITION, "i"));
  });
});
