import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** A table rebuild drops rows silently on D1; one that is meant is listed here with its file. */
const ALLOWED_DROPS: string[] = [];

describe("migrations", () => {
  const files = globSync("migrations/*.sql").sort();

  it("are flat and numbered without a gap", () => {
    const numbers = files.map((file) => Number(/^migrations\/(\d{4})_/.exec(file)?.[1]));
    expect(numbers).toEqual(files.map((_, index) => index));
  });

  it.each(files)("%s drops no table and cascades nothing", (file) => {
    const sql = readFileSync(file, "utf8").toUpperCase();
    if (!ALLOWED_DROPS.includes(file)) expect(sql).not.toContain("DROP TABLE");
    expect(sql).not.toContain("ON DELETE CASCADE");
  });

  it("make no virtual table, with which a D1 database cannot be exported", () => {
    const made = files.filter((file) => /\bVIRTUAL\b/i.test(readFileSync(file, "utf8")));
    expect(made).toEqual([]);
  });

  // `migrations apply --remote` sends a file whole, and D1 cuts it otherwise than SQLite and wrangler do
  // (cloudflare/workers-sdk#3892, #4713, #10998, #14991, #15690; UNION: JSONbored/metagraphed#9881).
  it.each(files)("%s holds nothing that D1, unlike SQLite, splits in the wrong place", (file) => {
    const sql = readFileSync(file, "utf8");
    expect(sql).not.toContain("\r");
    expect(sql).not.toMatch(/--.*['"`;]/);
    expect(sql.match(/\bUNION\b/gi) ?? []).toHaveLength(0);
    for (const [trigger] of sql.matchAll(/\bCREATE TRIGGER\b[^]*?\bEND\b.*/gi)) {
      expect(trigger).toMatch(/\nBEGIN [^\n;]+; END;$/);
      expect(trigger).not.toMatch(/\bCASE\b/i);
    }
  });
});
