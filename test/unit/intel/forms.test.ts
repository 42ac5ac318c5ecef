import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settle } from "../../../src/http/index.ts";
import { formatIpv4, parseIpv4, parseLooseIpv4 } from "../../../src/intel/indicators/ipv4.ts";
import { formatIpv6, parseIpv6, type Ipv6 } from "../../../src/intel/indicators/ipv6.ts";
import { compareIpv6, parseIpRange } from "../../../src/intel/indicators/ip-range.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { parseUrl } from "../../../src/intel/indicators/url.ts";
import { buildIndex, finish, type Index } from "../../../src/intel/indexes/build-index.ts";
import { lookUp } from "../../../src/intel/lookup/look-up.ts";
import { collectFinding } from "../../../src/intel/segments/collect-finding.ts";
import { readSegment } from "../../../src/intel/segments/read-segment.ts";
import { SegmentBuilder } from "../../../src/intel/segments/segment-builder.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import { brokenPromises } from "../../support/verdict-promises.ts";
import { rounds } from "../../support/rounds.ts";

const NOW = Date.now();
const word = fc.nat({ max: 2 ** 32 - 1 });
const label = fc.string({
  unit: fc.constantFrom(...Array.from("abcxyz019-")),
  minLength: 1,
  maxLength: 12,
});
const host = fc
  .array(label, { minLength: 1, maxLength: 4 })
  .map((labels) => [...labels, "test"].join("."));
const segment = fc.string({
  unit: fc.constantFrom(...Array.from("abcXYZ019-_~!$&'*+,=:")),
  maxLength: 8,
});
const path = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);

/** What a URL is matched by, however it is written. */
function matched(written: string): string {
  const indicator = settle(readIndicator("url", written));
  if (indicator.type !== "url") throw new Error("no URL");
  const { host: found, path: where, query } = indicator.address;
  return `${found.text}${where}?${query ?? ""}`;
}

/** Ways to write the same address; each keeps what it means. */
const DISGUISES: readonly ((url: string) => string)[] = [
  (url) => url.replace("http:", "hxxp:"),
  (url) => url.replace("http://", "http[:]//"),
  (url) => url.replace("http://", "HTTP://user:pass@"),
  (url) => url.replace(".test", "[.]test"),
  (url) => url.replace(".test", "(dot)test"),
  (url) => url.replace(".test", ".TEST"),
  (url) => url.replace(".test", ".test:8080"),
  (url) => url.replace(".test", ".te\u200Bst"),
  (url) => url.replace(".test", ".ｔｅｓｔ"),
  (url) => url.replace(".test/", ".test/./x/../"),
  (url) => url.replace(".test/", ".test////"),
  (url) => url.replace(/[a-z](?=[a-z]*$)/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (url) => url.replace(/[a-z](?=[a-z]*$)/i, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
];

/** What surrounds an address in a text. */
const SURROUNDINGS: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => `${url}#fragment`,
  (url) => `<${url}>`,
  (url) => `"${url}",`,
  (url) => `  ${url}\n`,
];

/** An index that has this one address. */
function indexOf(url: string): Index {
  const source = BUILT_IN.get("openphish");
  if (source === undefined) throw new Error("no source");
  const builder = new SegmentBuilder();
  collectFinding(builder, { kind: "url", value: url }, { mailSecret: "", allowWide: false });
  const content = { source: source.id, createdAt: 0, rows: 1, retained: 0, traits: builder.traits };
  const { bytes } = writeSegment({ ...content, tables: builder.finish() });
  const segment = readSegment(bytes.buffer);
  return finish(buildIndex(1, [{ source, segment, file: "x", confirmedAt: NOW }]));
}

async function verdictOn(index: Index, written: string) {
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm: async () => [] };
  const { verdict } = await lookUp(knowledge, settle(readIndicator("url", written)), NOW);
  expect(brokenPromises(verdict)).toEqual([]);
  return verdict;
}

describe("one URL in many forms", () => {
  it("is matched by the same host, path and query in every disguise", () => {
    const disguises = fc.shuffledSubarray([...DISGUISES], { maxLength: 4 });
    // A dot, a comma or the like at the end belongs to the sentence that the address stands in.
    const plain = fc.tuple(host, path).map(([name, where]) => `http://${name}${where}/z`);
    fc.assert(
      fc.property(plain, disguises, fc.constantFrom(...SURROUNDINGS), (url, all, surround) => {
        const disguised = surround(all.reduce((text, disguise) => disguise(text), url));
        expect(matched(disguised)).toBe(matched(url));
      }),
      { numRuns: rounds(2000) },
    );
  });

  it("gets the same verdict in every disguise", async () => {
    const disguises = fc.shuffledSubarray([...DISGUISES], { maxLength: 4 });
    const plain = fc.tuple(host, path).map(([name, where]) => `http://${name}${where}/z`);
    await fc.assert(
      fc.asyncProperty(
        plain,
        disguises,
        fc.constantFrom(...SURROUNDINGS),
        async (url, all, surround) => {
          const index = indexOf(url);
          const known = await verdictOn(index, url);
          expect(known).toMatchObject({ disposition: "malicious", sources: ["openphish"] });
          const disguised = surround(all.reduce((text, disguise) => disguise(text), url));
          const { value: _written, ...verdict } = await verdictOn(index, disguised);
          expect({ ...verdict, value: known.value }).toEqual(known);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(["http://shop.test\uFF0F@evil.test/a", "http://10.0.0.1\uFF1F@evil.test/a"])(
    "is found where a browser would go, despite a misleading look: %s",
    async (written) => {
      const verdict = await verdictOn(indexOf("http://evil.test/a"), written);
      expect(verdict).toMatchObject({ disposition: "malicious", sources: ["openphish"] });
    },
  );

  it("has a canonical form that is its own canonical form", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const first = parseUrl(`http://a.test/${text}`);
        if ("refused" in first) return;
        const whole = (url: typeof first) =>
          `http://${url.host.text}${url.path}${url.query === undefined ? "" : `?${url.query}`}`;
        expect(whole(settle(parseUrl(whole(first))))).toBe(whole(first));
      }),
      { numRuns: rounds(2000) },
    );
  });

  it("is read alike by the quick way, for small letters, and by the long way", () => {
    const plain = fc.constantFrom(...Array.from("ab/.?-_0"), "x=1", ".test", "0x1");
    const other = fc.constantFrom(...Array.from(":@#&%\\ \"[]'~|\t\u0000\u007FéA"), "%41");
    const unit = fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: other });
    const host = fc.constantFrom("", "0x1.", "a.test", "www.b-c_d.example");
    fc.assert(
      fc.property(host, fc.string({ unit, maxLength: 12 }), (name, rest) => {
        const [quick, long] = ["http", "HTTP"].map((scheme) => {
          const read = parseUrl(`${scheme}://${name}${rest}`);
          return "refused" in read ? read : { ...read, echo: read.echo.slice(scheme.length) };
        });
        expect(quick).toEqual(long);
      }),
      { numRuns: rounds(5000) },
    );
  });

  it("never makes the reader throw, for any text and type", () => {
    const types = fc.constantFrom("url", "domain", "ip", "asn", "email");
    const unit = fc.oneof(
      fc.constantFrom(...Array.from("%2525[]().:/@#?\\\u200B\u0000ａ。é🙂")),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(types, fc.string({ unit }), (type, text) => {
        const read = readIndicator(type, text);
        expect(typeof read).toBe("object");
      }),
      { numRuns: rounds(5000) },
    );
  });
});

describe("IP addresses and blocks", () => {
  it("an IPv4 address is read back from its text, in every base", () => {
    fc.assert(
      fc.property(word, (address) => {
        const text = formatIpv4(address);
        expect(parseIpv4(text)).toBe(address);
        expect(parseLooseIpv4(text)).toBe(address);
        expect(parseLooseIpv4(`0x${address.toString(16)}`)).toBe(address);
        expect(parseLooseIpv4(`0${address.toString(8)}`)).toBe(address);
        expect(parseLooseIpv4(String(address))).toBe(address);
        const [a, b, rest] = [address >>> 24, (address >>> 16) & 255, address & 65_535];
        expect(parseLooseIpv4(`${a}.${b}.${rest}`)).toBe(address);
      }),
    );
  });

  it("an IPv6 address is read back from its text, with zeros left out and in capitals", () => {
    const sparse = fc.oneof(fc.constant(0), word, fc.nat({ max: 65_535 }));
    fc.assert(
      fc.property(fc.tuple(sparse, sparse, sparse, sparse), (address: Ipv6) => {
        const text = formatIpv6(address);
        expect(parseIpv6(text)).toEqual(address);
        expect(parseIpv6(text.toUpperCase())).toEqual(address);
      }),
    );
  });

  it("a block holds its address and has the size of its prefix", () => {
    fc.assert(
      fc.property(word, fc.nat({ max: 32 }), (address, bits) => {
        const range = parseIpRange(`${formatIpv4(address)}/${bits}`);
        if (range?.family !== 4) throw new Error("no block");
        expect(range.last - range.first + 1).toBe(2 ** (32 - bits));
        expect(range.first <= address && address <= range.last).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), fc.nat({ max: 128 }), (address, bits) => {
        const range = parseIpRange(`${formatIpv6(address)}/${bits}`);
        if (range === undefined) throw new Error("no block");
        if (range.family === 4) return;
        expect(compareIpv6(range.first, address)).toBeLessThanOrEqual(0);
        expect(compareIpv6(address, range.last)).toBeLessThanOrEqual(0);
        const parts = range.first.map((first, at) => ((range.last[at] ?? 0) ^ first) >>> 0);
        const free = parts.reduce(
          (sum, part) => sum + part.toString(2).replaceAll("0", "").length,
          0,
        );
        expect(free).toBe(128 - bits);
      }),
    );
  });

  it.each([
    ["64:ff9b::/96", 6],
    ["64:ff9b::/32", 6],
    ["::ffff:0:0/96", 6],
    ["::ffff:1.2.3.0/120", 4],
    ["64:ff9b::102:300/97", 4],
  ])("%s, which embeds IPv4 addresses, is read as a block of IPv%i", (text, family) => {
    expect(parseIpRange(text)).toMatchObject({ family });
  });

  it.each([
    "1.2.3.4-1.2.3.1",
    "1.2.3.4/33",
    "::/129",
    "1.2.3.4-::1",
    "1.2.3.4/",
    "a-b",
    "::1-::2-::3",
  ])("%s is not read as a block", (text) => {
    expect(parseIpRange(text)).toBeUndefined();
  });
});

describe("the details that a feed gives of a value", () => {
  it("are cut to 100 entries of 200 characters each", () => {
    const builder = new SegmentBuilder();
    const long = "x".repeat(60_000);
    const said = { family: long, label: long, more: Array.from({ length: 9_000 }, () => long) };
    const finding = { kind: "domain", value: "a.example", ...said } as const;
    collectFinding(builder, finding, { mailSecret: "", allowWide: false });
    const { family, label, more } = builder.traits[1] ?? {};
    expect([family?.length, label?.length, more?.length]).toEqual([200, 200, 100]);
    expect(more?.every((name) => name.length === 200)).toBe(true);
  });
});
