import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { loadFeeds, type LoadedFeed } from "../../../scripts/intel/load-feeds.ts";
import { publicFeeds } from "../../../scripts/intel/public-feeds.ts";
import { isRefusal } from "../../../src/http/index.ts";
import type { Index } from "../../../src/intel/indexes/build-index.ts";
import type { IndicatorType } from "../../../src/intel/indicators/indicator.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { lookUp, type Aspect } from "../../../src/intel/lookup/look-up.ts";
import type { Verdict } from "../../../src/intel/lookup/verdict.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import { findSharedData, saySkipped } from "../../../scripts/find-shared-data.ts";
import { brokenPromises } from "../../support/verdict-promises.ts";

const folder = findSharedData("feeds");
if (folder === undefined) {
  process.stderr.write(`${saySkipped("the tests of public feeds", "feeds")}\n`);
}

const NOW = Date.now();
const VALUE_MAX = 2048;

/** Records of each file, counted another way than the product counts them. */
function recordsIn({ source, file }: LoadedFeed): number {
  const text = readFileSync(file, "utf8");
  if (source.format === "misp-warninglist") return (JSON.parse(text) as { list: [] }).list.length;
  if (source.format === "hibp-breaches") return (JSON.parse(text) as []).length;
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^[#;]/.test(line));
  const isHeader = (line = "") => /^"?(?:url|host|phish_id|date|ASN)"?,/.test(line);
  const isMeta = (line: string) => line.includes('"type":"metadata"');
  return lines.filter((line) => !isMeta(line)).length - (isHeader(lines[0]) ? 1 : 0);
}

/** An address that is set aside means nothing, whoever lists it. */
function isSetAside(verdict: Verdict | undefined): boolean {
  return verdict?.categories.some((name) => name === "private" || name === "reserved") === true;
}

describe.skipIf(folder === undefined)("the public feeds", { timeout: 60_000 }, () => {
  let index: Index;
  let loaded: LoadedFeed[];
  const feed = (id: string) => {
    const found = loaded.find(({ source }) => source.id === id);
    if (found === undefined) throw new Error(`no feed ${id}`);
    return readFileSync(found.file, "utf8");
  };

  async function ask(
    type: IndicatorType,
    value: string,
    aspect: Aspect = "reputation",
    from = index,
  ): Promise<Verdict | undefined> {
    const indicator = readIndicator(type, value);
    if (isRefusal(indicator)) return undefined;
    const knowledge = { index: from, lists: NO_LISTS, mailSecret: "", confirm: async () => [] };
    const { verdict } = await lookUp(knowledge, indicator, NOW, aspect);
    const broken = brokenPromises(verdict, NOW);
    if (broken.length > 0) throw new Error(`${value}: ${broken.join(", ")}`);
    return verdict;
  }

  beforeAll(async () => {
    const data = await loadFeeds(publicFeeds(folder ?? ""), NOW);
    index = data.index;
    loaded = data.loaded;
  }, 60_000);

  it("have as many rows and bad lines as their files have records", () => {
    expect(loaded).toHaveLength(49);
    for (const one of loaded) {
      const { rows, badLines, trouble } = one.built;
      expect([one.source.id, rows + badLines, trouble]).toEqual([
        one.source.id,
        recordsIn(one),
        undefined,
      ]);
    }
    const bad = loaded.map(({ built }) => built.badLines).reduce((sum, count) => sum + count, 0);
    expect(bad).toBeLessThanOrEqual(5);
  });

  it.each<[string, IndicatorType, RegExp | number]>([
    ["ipsum", "ip", /^[\d.]+(?=\t)/gm],
    ["threatfox-ips", "ip", /^[\d.]+$/gm],
    ["cobaltstrike", "ip", /^[\d.]+$/gm],
    ["tor-exits", "ip", /^[\d.]+$/gm],
    ["binarydefense", "ip", /^[\d.]+$/gm],
    ["compromised-ips", "ip", /^[\d.]+$/gm],
    ["spamhaus-drop", "ip", /^[\d.]+(?=\/)/gm],
    ["spamhaus-dropv6", "ip", /^[\da-f:]+(?=\/)/gm],
    ["spamhaus-edrop", "ip", /^[\d.]+(?=\/)/gm],
    ["datacenters", "ip", /^[\d.]+(?=\/|$)/gm],
    ["vpns", "ip", /^[\d.]+(?=\/|$)/gm],
    ["bad-asn", "asn", /^\d+(?=,)/gm],
    ["disposable-email", "domain", /^\S+$/gm],
    ["urlhaus-filter", "url", /(?<=^")[^",]+(?=","",)/gm],
    ["spamhaus-asndrop", "asn", /(?<="asn":)\d+/g],
    ["openphish", "url", /^\S+$/gm],
    ["jpcert-phishurl", "url", /(?<=^[\d/: ]+,)https?:[^,]+/gm],
    ["urlhaus", "url", /^https?:[^,]+(?=,1,urlhaus)/gm],
    ["phishtank", "url", /(?<=^\d+,)https?:[^",]+(?=,http)/gm],
  ])("every indicator of %s is found", async (id, type, pattern) => {
    const values = feed(id).match(pattern as RegExp) ?? [];
    expect(values.length).toBeGreaterThan(40);
    const missing: string[] = [];
    for (const value of values) {
      if (value.length > VALUE_MAX) continue;
      const verdict = await ask(type, value);
      if (verdict?.found !== true && !isSetAside(verdict)) missing.push(value);
    }
    expect(missing).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ["openphish", /^\S+$/gm],
    ["jpcert-phishurl", /(?<=^[\d/: ]+,)https?:[^,]+/gm],
    ["phishtank", /(?<=^\d+,)https?:[^",]+(?=,http)/gm],
    ["urlhaus", /^https?:[^,]+(?=,1,urlhaus)/gm],
  ])("every URL of %s is malicious, whatever else is known of its host", async (id, pattern) => {
    const other: string[] = [];
    for (const value of feed(id).match(pattern) ?? []) {
      const verdict = value.length > VALUE_MAX ? undefined : await ask("url", value);
      if (verdict !== undefined && verdict.disposition !== "malicious") {
        other.push(`${value} ${JSON.stringify(verdict)}`);
      }
    }
    expect(other).toEqual([]);
  });

  it("the names and addresses of warninglists are found", async () => {
    for (const { source, file } of loaded) {
      // A popular name below a suffix that is rented out is vouched for by nobody.
      if (source.format !== "misp-warninglist" || source.effect === "popular") continue;
      const { list } = JSON.parse(readFileSync(file, "utf8")) as { list: string[] };
      for (const written of list.slice(0, 300)) {
        const value = written.replace(/^\./, "").replace(/\/\d+$/, "");
        const verdict = await ask(/^[\d.]+$|:/.test(value) ? "ip" : "domain", value);
        if (verdict === undefined || isSetAside(verdict)) continue;
        expect([source.id, value, verdict.found]).toEqual([source.id, value, true]);
      }
    }
  });

  it("another edition of threatfox-ips is read, and every address in it is found", async () => {
    const file = join(folder ?? "", "feeds/cps-threatfox.txt");
    const other = await loadFeeds(new Map([["threatfox-ips", file]]), NOW);
    const values = readFileSync(file, "utf8").match(/^[\d.]+$/gm) ?? [];
    expect(other.loaded[0]?.built).toMatchObject({ rows: values.length, badLines: 0 });
    for (const value of values) {
      const verdict = await ask("ip", value, "reputation", other.index);
      if (isSetAside(verdict)) continue;
      expect([value, verdict?.sources]).toEqual([value, ["threatfox-ips"]]);
    }
  });

  it("no popular domain is malicious, or even suspicious, unless it is listed itself", async () => {
    const listed = new Set(
      feed("urlhaus-filter")
        .split("\n")
        .flatMap((line) => /^"([^"]+)",""/.exec(line)?.[1] ?? []),
    );
    const top = JSON.parse(feed("misp-warninglist-cloudflare-top100k")) as { list: string[] };
    const wrong: string[] = [];
    let clean = 0;
    for (const name of top.list) {
      const verdict = await ask("domain", name);
      if (verdict?.disposition === "clean") clean += 1;
      if (/^malicious|^suspicious/.test(verdict?.disposition ?? "") && !listed.has(name)) {
        wrong.push(name);
      }
    }
    expect(wrong).toEqual([]);
    expect(clean).toBeGreaterThan(99_000);
  });

  it("under 0.5 % of the phishing URLs of an older feed are clean", async () => {
    const file = `${folder}/feeds/history/openphish-before-2026-04.tsv.gz`;
    const lines = gunzipSync(readFileSync(file)).toString().trim().split("\n");
    let clean = 0;
    let asked = 0;
    for (let at = 0; at < lines.length; at += 10) {
      const verdict = await ask("url", lines[at]?.split("\t")[0] ?? "");
      if (verdict === undefined) continue;
      asked += 1;
      if (verdict.disposition === "clean") clean += 1;
    }
    expect(asked).toBeGreaterThan(29_000);
    expect(clean / asked).toBeLessThan(0.005);
  });

  it("every breach is found by the domain of its site", async () => {
    const sites = JSON.parse(feed("breaches")) as { Domain: string; Title: string }[];
    for (const { Domain, Title } of sites.filter((site) => site.Domain !== "")) {
      const verdict = await ask("domain", Domain, "exposure");
      expect(verdict?.sources).toContain(Title);
      expect(["suspicious", "unknown"]).toContain(verdict?.disposition);
    }
  });
});
