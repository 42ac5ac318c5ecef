import { describe, expect, it } from "vitest";
import { BUILTIN } from "../../src/ai/builtin/pages.ts";

const { pages } = BUILTIN;

describe("the product's own pages", () => {
  it("are there in both languages, each once", () => {
    const names = (wanted: string) =>
      pages
        .filter(({ language }) => language === wanted)
        .map(({ id }) => id.slice(0, -"-en".length));
    expect(names("en")).toEqual(["encryption", "agents", "keys", "dictionaries", "webhooks"]);
    expect(names("es")).toEqual(names("en"));
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  });

  it.each(pages)("$id begins with its title and has a text", ({ title, text, id, language }) => {
    expect(id.endsWith(`-${language}`)).toBe(true);
    expect(title).toMatch(/^\p{Lu}[\p{L} ]+$/u);
    expect(text.startsWith(`# ${title}\n`)).toBe(true);
    expect(text.length).toBeGreaterThan(200);
    expect(text).toBe(text.trim());
    expect(text).not.toMatch(/^\[/m);
  });
});
