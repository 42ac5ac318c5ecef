import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { teamWords } from "../../src/portal/members/words.ts";

interface Words {
  en: object;
  es: object;
}

const files = globSync("src/portal/**/*.{ts,tsx}").filter((file) =>
  readFileSync(file, "utf8").includes("= withSpanish"),
);
const tables = await Promise.all(
  files.map(async (file) => {
    const names: Record<string, unknown> = await import(/* @vite-ignore */ `../../${file}`);
    return Object.entries(names)
      .filter((entry): entry is [string, Words] => isWords(entry[1]))
      .map(([name, words]) => ({ file, name, words }));
  }),
);

function isWords(value: unknown): value is Words {
  return typeof value === "object" && value !== null && "en" in value && "es" in value;
}

describe("words whose Spanish stands in a file of its own", () => {
  it("are found", () => {
    expect(tables.flat().map(({ name }) => name)).toContain("webhookWords");
  });

  it.each(tables.flat())("$file, $name: both languages have the same names", ({ words }) => {
    expect(Object.keys(words.es).toSorted()).toEqual(Object.keys(words.en).toSorted());
  });

  it.each(["acme", undefined])("a team of %s has the same names in both languages", (tenantId) => {
    const names = (["en", "es"] as const).map((language) => teamWords({ language, tenantId }));
    expect(Object.keys(names[1] ?? {}).toSorted()).toEqual(Object.keys(names[0] ?? {}).toSorted());
  });
});
