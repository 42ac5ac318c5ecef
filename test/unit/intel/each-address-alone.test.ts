import { beforeAll, describe, expect, it } from "vitest";
import { settle } from "../../../src/http/index.ts";
import {
  buildIndex,
  finish,
  type Index,
  type Part,
} from "../../../src/intel/indexes/build-index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { confirmBy } from "../../../src/intel/lookup/confirm-doubts.ts";
import { lookUp, type Knowledge } from "../../../src/intel/lookup/look-up.ts";
import { readSegment } from "../../../src/intel/segments/read-segment.ts";
import type { Range } from "../../../src/intel/segments/block-reader.ts";
import type { Finding } from "../../../src/intel/sources/finding.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import { aPartOf } from "../../support/built-in-part.ts";
import { aSegment } from "../../support/intel-segment.ts";
import { brokenPromises } from "../../support/verdict-promises.ts";

const NOW = Date.UTC(2026, 0, 10);
let index: Index;

function partOf(id: string, kind: Finding["kind"], values: readonly string[]): Part {
  return aPartOf(id, { kind, values, now: NOW });
}

beforeAll(async () => {
  const parts = [
    partOf("feodo", "ip", ["1.2.3.4", "8.8.4.4"]),
    partOf("spamhaus-dropv6", "ip", ["2002:808:808::/48"]),
    partOf("misp-warninglist-public-dns-v4", "ip", ["8.8.8.8", "8.8.4.4"]),
    partOf("openphish", "url", [
      "http://acme.com/listed",
      "http://me.github.io/listed",
      "http://unknown.com/listed",
      "http://8.8.8.8/listed",
    ]),
    partOf("urlhaus", "url", ["http://8.8.8.8/listed"]),
    partOf("misp-warninglist-dynamic-dns", "domain", ["amazonaws.com"]),
    partOf("disposable-email", "domain", ["github.io"]),
    partOf("misp-warninglist-tranco10k", "domain", ["acme.com", "me.github.io", "google.com"]),
  ];
  index = finish(buildIndex(1, parts));
});

const held: Pick<Knowledge, "confirm"> & { index?: Index } = { confirm: async () => [] };

async function ask(type: "ip" | "url", value: string, known = held) {
  const indicator = settle(readIndicator(type, value));
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", ...known };
  const { verdict } = await lookUp(knowledge, indicator, NOW);
  expect(brokenPromises(verdict)).toEqual([]);
  return verdict;
}

describe("an IPv4 address embedded in a tunnel address", () => {
  it.each(["2002:102:304::1", "2001:0:4136:e378:8000:63bf:fefd:fcfb"])(
    "counts three tenths as evidence on %s",
    async (address) => {
      const { threatLevel, sources } = await ask("ip", address);
      expect({ threatLevel, sources }).toEqual({ threatLevel: 28, sources: ["feodo"] });
      expect((await ask("ip", "1.2.3.4")).threatLevel).toBe(95);
    },
  );

  it("does not vouch for the tunnel address", async () => {
    expect((await ask("ip", "8.8.8.8")).disposition).toBe("clean");
    // Nor does it raise the confidence in a verdict on the tunnel address.
    expect(await ask("ip", "2002:808:808::1")).toMatchObject({
      disposition: "malicious",
      confidence: 98,
    });
    expect(await ask("ip", "2002:808:404::1")).toMatchObject({
      disposition: "unknown",
      confidence: 0,
    });
  });
});

describe("an IP address that a list vouches for", () => {
  it("is clean though pages on it are listed, and those pages stay malicious", async () => {
    expect(await ask("ip", "8.8.8.8")).toMatchObject({
      disposition: "clean",
      sources: ["misp-warninglist-public-dns-v4"],
    });
    expect((await ask("url", "http://8.8.8.8/listed")).disposition).toBe("malicious");
    expect((await ask("url", "http://8.8.8.8/other")).disposition).toBe("unknown");
    expect((await ask("url", "http://8.8.4.4/other")).disposition).toBe("clean");
  });
});

describe("a listed page", () => {
  it("is only a near match for the same page at another host and for other pages of its host", async () => {
    const levels = [
      "http://unknown.com/listed",
      "http://www.unknown.com/listed",
      "http://unknown.com/",
    ];
    const found = await Promise.all(levels.map(async (url) => (await ask("url", url)).threatLevel));
    expect(found).toEqual([86, 51, 51]);
  });
});

describe("hosting names rented to strangers", () => {
  const translated = (host: string) => `https://${host.replaceAll(".", "-")}.translate.goog/a`;
  const passedOn = (host: string) => `https://www.google.com/url?q=https://${host}/a`;

  it("leave the target of a translated or redirected URL popular", async () => {
    expect((await ask("url", "https://acme.com/a")).categories).toEqual(["popular"]);
    expect((await ask("url", passedOn("acme.com"))).categories).toEqual(["popular"]);
    expect((await ask("url", translated("acme.com"))).categories).toEqual(["popular"]);
  });

  it("are not popular, neither alone nor as the target of a redirect", async () => {
    expect((await ask("url", "https://me.github.io/a")).categories).toEqual(["phishing"]);
    expect((await ask("url", passedOn("me.github.io"))).categories).toEqual([
      "phishing",
      "popular",
    ]);
  });

  it("match a list entry for the registered domain above them", async () => {
    const url = "https://mine.s3.us-east-1.amazonaws.com/a";
    expect((await ask("url", url)).categories).toEqual(["dynamic-dns"]);
  });
});

describe("a source of pages that is too large to be held", () => {
  it("matches its pages, also inside another URL", async () => {
    const urls = Array.from({ length: 4 }, (_, at) => `http://large${at}.com/listed`);
    const { bytes, residentBytes } = aSegment("openphish", urls, 3, "url");
    const segment = readSegment(bytes.slice(0, residentBytes).buffer);
    const part = { ...partOf("openphish", "url", []), segment };
    const read = async (range: Range) => bytes.slice(range.at, range.at + range.bytes).buffer;
    const known = { index: finish(buildIndex(1, [part])), confirm: confirmBy(read) };
    const levels = [
      "http://large1.com/listed",
      "http://large1.com/",
      "http://large1.com:8/listed?a",
    ];
    levels.push("https://www.youtube.com/redirect?q=http://large1.com/listed");
    const found = await Promise.all(
      levels.map(async (url) => (await ask("url", url, known)).threatLevel),
    );
    expect(found).toEqual([86, 51, 81, 81]);
  });
});

describe("a homoglyph name", () => {
  it("counts a little less as the target of a redirect", async () => {
    const name = "g\u043e\u043egle.org";
    expect((await ask("url", `https://${name}/`)).threatLevel).toBe(42);
    const outer = "https://www.youtube.com/redirect?q=";
    expect((await ask("url", `${outer}https://${name}/`)).threatLevel).toBe(40);
  });
});
