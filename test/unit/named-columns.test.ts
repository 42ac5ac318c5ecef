import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** By position, so that a column which a later version added makes each insert an error. */
const BY_POSITION = /\b(?:INSERT(?: OR [A-Z]+)?|REPLACE) INTO \w+\s+(?:VALUES|SELECT)\b/gi;

describe("an INSERT statement", () => {
  it("names its columns, so that it still works on the tables of the next version", () => {
    const found = globSync("src/**/*.{ts,tsx}").flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(BY_POSITION), ([text]) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "INSERT INTO a VALUES (1)",
    "INSERT OR IGNORE INTO a SELECT 1",
    "REPLACE INTO a\n VALUES (1)",
  ])("is found if it does not name its columns: %s", (text) => {
    expect(text).toMatch(new RegExp(BY_POSITION, "i"));
  });
});
