import { describe, expect, it } from "vitest";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";
import { judgeFeed } from "../../../src/intel/refresh/judge-feed.ts";
import { isBad, partsOf, type Finding } from "../../../src/intel/sources/finding.ts";
import { readFeed } from "../../../src/intel/sources/read-feed.ts";

async function* bundle(...indicators: object[]) {
  const objects = indicators.map((about) => ({ type: "indicator", ...about }));
  yield new TextEncoder().encode(JSON.stringify({ type: "bundle", objects }));
}

async function found(
  ...indicators: object[]
): Promise<[value: string, weight: number | undefined][]> {
  const findings: Finding[] = [];
  await readFeed("stix", bundle(...indicators), (reading) => {
    if (reading === undefined) return;
    for (const one of partsOf(reading)) if (!isBad(one)) findings.push(one);
  });
  return findings.map(({ value, weight }) => [value, weight]);
}

const urlIs = (value: string) => `[url:value = '${value}']`;

describe("a STIX indicator", () => {
  it.each([
    "[url:value = 'http://a.test/' AND url:value = 'http://b.test/']",
    `${urlIs("http://a.test/")} FOLLOWEDBY ${urlIs("http://b.test/")}`,
    `${urlIs("http://a.test/")}AND${urlIs("http://b.test/")}`,
    `${urlIs("http://a.test/")}FOLLOWEDBY${urlIs("http://b.test/")}`,
  ])("gives no finding if several observations must come together: %s", async (pattern) => {
    expect(await found({ pattern })).toEqual([]);
  });

  it("gives a URL that contains the word AND", async () => {
    const named = await found({ pattern: urlIs("http://a.test/x AND y") });
    expect(named).toEqual([["http://a.test/x AND y", undefined]]);
  });

  it.each([
    ["[ipv4-addr:value ISSUBSET '198.51.100.0/24']", ["198.51.100.0/24"]],
    ["[domain-name:value IN ('a.test', 'b.test')]", ["a.test", "b.test"]],
    [
      "[url:value IN('http://a.test/(x)','http://b.test/\\'y')]",
      ["http://a.test/(x)", "http://b.test/'y"],
    ],
    [
      "[autonomous-system:number IN (64496, 64511) OR url:value='http://a.test/']",
      ["64496", "64511", "http://a.test/"],
    ],
    ["[url:value NOT IN ('http://a.test/') OR domain-name:value != 'b.test']", []],
    ["[ipv4-addr:value NOT ISSUBSET '198.51.100.0/24']", []],
    ["[domain-name:value IN ('a.test'", []],
  ])("gives the values of IN and ISSUBSET, none if negated or cut: %s", async (pattern, values) => {
    expect((await found({ pattern })).map(([value]) => value)).toEqual(values);
  });

  it("gives no finding if its pattern is in another language", async () => {
    const pattern = urlIs("http://a.test/");
    expect(await found({ pattern, pattern_type: "sigma" })).toEqual([]);
  });

  it.each([
    [0, 0],
    [100, 1],
    [101, undefined],
    [-1, undefined],
    ["50", undefined],
  ])("is weighted by its confidence of %s, if that is valid", async (confidence, weight) => {
    expect(await found({ pattern: urlIs("http://a.test/"), confidence })).toEqual([
      ["http://a.test/", weight],
    ]);
  });

  it("gives no finding once its valid_until has passed", async () => {
    const now = Date.now();
    const until = (at: number) => ({ valid_until: new Date(at).toISOString() });
    const pattern = urlIs("http://a.test/");
    expect(await found({ pattern, ...until(now - 1_000) })).toEqual([]);
    expect(await found({ pattern, ...until(now + 60_000) })).toHaveLength(1);
  });

  it("gives no finding if benign is its only type", async () => {
    const pattern = urlIs("http://a.test/");
    expect(await found({ pattern, indicator_types: ["benign"] })).toEqual([]);
    const both = ["benign", "compromised"];
    expect(await found({ pattern, indicator_types: both })).toHaveLength(1);
  });

  it("for a file hash gives neither a row nor a bad line", async () => {
    const build = async (...indicators: object[]) => {
      const source = { format: "stix", effect: "threat" } as const;
      return buildFromFeed(source, bundle(...indicators), { mailSecret: "" });
    };
    const ofFile = { pattern: "[file:hashes.MD5 = '00']" };
    expect(judgeFeed(await build(ofFile), 0)).toMatchObject({ error: "feed_empty" });
    const both = await build(ofFile, { pattern: urlIs("http://a.test/") });
    expect(both).toMatchObject({ rows: 1, badLines: 0 });
  });
});
