import { domainToASCII } from "node:url";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { settle } from "../../../src/http/index.ts";
import { buildIndex, finish, type Index } from "../../../src/intel/indexes/build-index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { lookUp } from "../../../src/intel/lookup/look-up.ts";
import { decodeLabel } from "../../../src/intel/names/decode-label.ts";
import { looksRandom } from "../../../src/intel/names/looks-random.ts";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";
import { readSegment } from "../../../src/intel/segments/read-segment.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import { brokenPromises } from "../../support/verdict-promises.ts";

const POPULAR = ["paypal.com", "apple.com", "microsoft.com", "google.com", "bucher.de", "ebay.com"];
let index: Index;

beforeAll(async () => {
  const source = BUILT_IN.get("misp-warninglist-tranco10k");
  if (source === undefined) throw new Error("no source");
  async function* feed() {
    yield new TextEncoder().encode(JSON.stringify({ list: POPULAR }));
  }
  const { builder } = await buildFromFeed(source, feed(), { mailSecret: "" });
  const content = { source: source.id, createdAt: 0, rows: 6, retained: 0, traits: builder.traits };
  const { bytes } = writeSegment({ ...content, tables: builder.finish() });
  const segment = readSegment(bytes.buffer);
  const part = { source, segment, file: "x", confirmedAt: Date.now() };
  index = finish(buildIndex(1, [part]));
});

async function ask(type: "url" | "domain", value: string) {
  const indicator = settle(readIndicator(type, value));
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm: async () => [] };
  const { verdict } = await lookUp(knowledge, indicator, Date.now());
  expect(brokenPromises(verdict)).toEqual([]);
  return verdict;
}

describe("a name that imitates another", () => {
  it.each([
    ["аррӏе.com", "suspicious"],
    ["login.раураӏ.com", "suspicious"],
    ["gооgle.com", "suspicious"],
    ["paypaӏ.test", "suspicious"],
    ["paypa1.com", "suspicious"],
    ["app1e.com", "suspicious"],
    ["rnicrosoft.com", "suspicious"],
    ["micr0s0ft.com", "suspicious"],
    ["bücher.de", "unknown"],
  ])("%s is %s", async (name, disposition) => {
    const verdict = await ask("domain", name);
    expect(verdict).toMatchObject({
      disposition,
      found: true,
      sources: ["name-analysis"],
      categories: ["homoglyph"],
    });
  });

  it("counts in a URL if it has letters of another alphabet, not if it has digits", async () => {
    expect((await ask("url", "https://аррӏе.com/login")).categories).toEqual(["homoglyph"]);
    expect((await ask("url", "https://paypa1.com/login")).found).toBe(false);
  });

  it("counts in a URL that a mail filter has wrapped", async () => {
    const wrapped = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent("https://аррӏе.com/login")}`;
    expect(await ask("url", wrapped)).toMatchObject({
      disposition: "suspicious",
      categories: ["homoglyph"],
    });
  });

  it.each([
    "apple.com",
    "пример.test",
    "münchen.test",
    "例え.test",
    "m3.com",
    "3bay.com",
    "unlisted.test",
  ])("%s is not a homoglyph", async (name) => {
    expect((await ask("domain", name)).categories).not.toContain("homoglyph");
  });
});

describe("a name that looks machine-made", () => {
  it.each(["xkqjvbtrwzpl", "3b5216f351080d69e942", "qz7k2m9x4b1v", "bafybeidbws4sa3r6dm3b"])(
    "%s looks random",
    (label) => {
      expect(looksRandom(label)).toBe(true);
    },
  );

  it.each([
    "stackoverflow",
    "microsoftonline",
    "schwarzwaldstrasse",
    "shop-2024-berlin",
    "web24hosting2025",
    "aaaaaaaaaaaa",
    "xkqjvbtrwzp",
    "123456789012",
    "rhythmblues",
    "i5-12400f-vs-r5-5600x",
  ])("%s does not look random", (label) => {
    expect(looksRandom(label)).toBe(false);
  });

  it("gives only the verdict unknown by itself", async () => {
    const verdict = await ask("domain", "xkqjvbtrwzpl.test");
    expect(verdict).toMatchObject({ disposition: "unknown", categories: ["random-name"] });
  });
});

describe("decodeLabel", () => {
  it("reads an A-label back to the label that it was made from", () => {
    const letter = fc.constantFrom(...Array.from("abcz09-яжüßéλ例語🙂"));
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 20 }), (label) => {
        const [made = ""] = domainToASCII(`${label}.test`).split(".");
        fc.pre(made.startsWith("xn--"));
        const read = decodeLabel(made) ?? "";
        expect(domainToASCII(`${read}.test`)).toBe(`${made}.test`);
      }),
    );
  });

  it("gives undefined for a malformed A-label and never throws", () => {
    expect(decodeLabel("xn--999999999")).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("abz09-é")) }), (text) => {
        expect(["string", "undefined"]).toContain(typeof decodeLabel(`xn--${text}`));
      }),
    );
  });
});
