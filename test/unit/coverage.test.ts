import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const rows = readFileSync("docs/coverage.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| row"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, row = "", file = "", test = ""]) => ({ row, file, test }));

describe("docs/coverage.md", () => {
  it("has rows", () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  it.each(rows)("$row names a test that exists", ({ file, test }) => {
    expect(readFileSync(file, "utf8")).toContain(`"${test}"`);
  });
});
