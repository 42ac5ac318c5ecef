import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";
import { judgeFeed } from "../../../src/intel/refresh/judge-feed.ts";
import { FORMAT_IDS, type FormatId } from "../../../src/intel/sources/formats/index.ts";

const LINES = 40;
const lines = (write: (at: number) => string) =>
  Array.from({ length: LINES }, (_, at) => `${write(at)}\n`).join("");
const list = (write: (at: number) => object) => Array.from({ length: LINES }, (_, at) => write(at));

const TIME = "2026-01-01 00:00:00";
const PHISHTANK =
  "phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target\n";

/** A file of each format, as its publisher writes it. */
const FILES: Record<FormatId, string> = {
  "ip-list": lines((at) => `192.0.2.${at}`),
  "domain-list": lines((at) => `bad${at}.example.com`),
  "url-list": lines((at) => `https://bad${at}.example.com/x?a=1,2`),
  "asn-list": lines((at) => `${64_000 + at}`),
  "email-list": lines((at) => `someone${at}@example.com`),
  "hosts-file": lines((at) => `0.0.0.0 bad${at}.example.com`),
  ipsum: lines((at) => `192.0.2.${at}\t${1 + (at % 8)}`),
  "spamhaus-drop": lines((at) => `{"cidr":"203.0.${at}.0/24","sblid":"SBL${at}"}`),
  "spamhaus-asndrop": lines((at) => `{"asn":${1000 + at},"domain":"x.example","cc":"US"}`),
  "asn-csv": `ASN,Entity\n${lines((at) => `${1000 + at},Entity ${at}`)}`,
  urlhaus: `# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter\n${lines(
    (at) =>
      `"${at}","${TIME}","http://192.0.2.${at}/x","online","${TIME}","malware_download","elf","https://urlhaus.example/${at}/","x"`,
  )}`,
  "urlhaus-filter": `"host","path","message","updated"\n${lines(
    (at) => `"bad${at}.example.com","/p","urlhaus-filter","2026-01-01T00:00:00Z"`,
  )}`,
  phishtank:
    PHISHTANK +
    lines(
      (at) =>
        `${at},https://bad${at}.example.com/,http://p.example/${at},${TIME},yes,${TIME},yes,Other`,
    ),
  jpcert: `date,URL,description\n${lines((at) => `2026/01/01 10:00:00,https://bad${at}.example.com/,Brand`)}`,
  threatfox: `# "first_seen_utc","ioc_id","ioc_value","ioc_type"\n${lines(
    (at) =>
      `"${TIME}", "${at}", "192.0.2.${at}:443", "ip:port", "botnet_cc", "x", "None", "X", "", "100", "None", "t", "0", "x"`,
  )}`,
  feodo: JSON.stringify(list((at) => ({ ip_address: `192.0.2.${at}`, status: "online" }))),
  "misp-warninglist": JSON.stringify({
    name: "x",
    type: "hostname",
    list: Array.from({ length: LINES }, (_, at) => `good${at}.example.com`),
  }),
  "misp-feed": JSON.stringify({
    Event: { Attribute: list((at) => ({ type: "ip-dst", value: `192.0.2.${at}`, to_ids: true })) },
  }),
  stix: JSON.stringify({
    objects: list((at) => ({
      type: "indicator",
      pattern: `[ipv4-addr:value = '192.0.2.${at}']`,
      pattern_type: "stix",
    })),
  }),
  "hibp-breaches": JSON.stringify(
    list((at) => ({ Name: `B${at}`, Domain: `b${at}.example`, DataClasses: ["Passwords"] })),
  ),
  exposures: `indicator,breach,date,classes\n${lines((at) => `a${at}@example.com,B${at},2020-01-01,Passwords`)}`,
};

/** Other formats whose files mean the same when they are read as this format. */
const ALSO: Partial<Record<FormatId, readonly FormatId[]>> = {
  "ip-list": ["ipsum"],
  "url-list": ["ip-list", "domain-list"],
  urlhaus: ["ip-list", "domain-list", "url-list"],
  "asn-list": ["asn-csv"],
  "spamhaus-drop": ["ip-list", "ipsum"],
};

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function load(format: FormatId, text: string) {
  const source = { format, effect: "threat" } as const;
  const built = await buildFromFeed(source, bytesOf(text), { mailSecret: "secret" });
  return judgeFeed(built, 0);
}

describe.each(FORMAT_IDS)("a source of the format %s", (format) => {
  it("accepts its own files, and of other formats only those with the same meaning", async () => {
    const taken: FormatId[] = [];
    for (const other of FORMAT_IDS) {
      if (!isRefusal(await load(format, FILES[other]))) taken.push(other);
    }
    expect(taken.toSorted()).toEqual([format, ...(ALSO[format] ?? [])].toSorted());
  });
});

describe("the reason for a file of another format", () => {
  it.each<[FormatId, string, string]>([
    [
      "asn-csv",
      FILES.phishtank,
      "The file is PhishTank's CSV, and the source takes the format asn-csv.",
    ],
    [
      "url-list",
      FILES.exposures,
      "The file is a CSV of exposures, and the source takes the format url-list.",
    ],
    [
      "url-list",
      "url,label,source\nhttp://a.example/i,1,urlhaus\n",
      "The file is a CSV with a column of URLs, and the source takes the format url-list.",
    ],
    [
      "url-list",
      "# url,label,source\nhttp://a.example/i,1,urlhaus\n",
      "The file is a CSV with a column of URLs, and the source takes the format url-list.",
    ],
    ["ip-list", FILES.feodo, "The file is JSON, and the source takes the format ip-list."],
    [
      "domain-list",
      "<!DOCTYPE html>\n<p>",
      "The file is a page of HTML, and the source takes the format domain-list.",
    ],
  ])("names both formats for a source of %s", async (format, text, message) => {
    expect(await load(format, text)).toMatchObject({ error: "feed_other_format", message });
  });

  it("is not given if only a part of the file looks like another format", async () => {
    expect(await load("domain-list", `[Adblock Plus 2.0]\n${FILES["domain-list"]}`)).toBe(
      undefined,
    );
    expect(await load("url-list", "https://a.example/\nb.example/c?d=http://e.example\n")).toBe(
      undefined,
    );
    expect(await load("ip-list", "127.0.0.1\n0.0.0.0 # none\n192.0.2.7\n")).toBe(undefined);
    const own = lines((at) => `192.0.2.${at} # phish_id,url`);
    expect(await load("ip-list", own)).toBe(undefined);
    const note = "# URL, one a line\n# url, host and path of each page\n";
    expect(await load("url-list", `${note}https://a.example/\n`)).toBe(undefined);
  });
});
