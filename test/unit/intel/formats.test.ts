import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvFields } from "../../../src/intel/sources/csv.ts";
import { JsonCutter } from "../../../src/intel/sources/cut-json.ts";
import { LineCutter } from "../../../src/intel/sources/cut-lines.ts";
import { isBad, partsOf, type Finding, type Reading } from "../../../src/intel/sources/finding.ts";
import type { FormatId } from "../../../src/intel/sources/formats/index.ts";
import { parseTime } from "../../../src/intel/sources/parse-time.ts";
import { readFeed } from "../../../src/intel/sources/read-feed.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Read {
  findings: Finding[];
  bad: number[];
  trouble: string | undefined;
}

async function read(format: FormatId, text: string, size = 7): Promise<Read> {
  const findings: Finding[] = [];
  const bad: number[] = [];
  const take = (reading: Reading, line: number) => {
    if (reading === undefined) return;
    for (const one of partsOf(reading)) {
      if (isBad(one)) bad.push(line);
      else findings.push(one);
    }
  };
  const trouble = await readFeed(format, inPieces(text, size), take);
  return { findings, bad, trouble: trouble?.message };
}

const at = (text: string) => Date.parse(text) / 1000;

describe("plain lists", () => {
  it.each<[FormatId, string, string[]]>([
    [
      "ip-list",
      "# x\n1.2.3.4\n\n5.6.7.0/24 ; SBL1\r\n::1 # note\n",
      ["1.2.3.4", "5.6.7.0/24", "::1"],
    ],
    [
      "ip-list",
      "1.2.3.0 - 1.2.3.255 # x\n1.2.4.0-1.2.4.9\n1.2.5.6 - seen 12 times\n1.2.5.7 - 2026.11.24\n",
      ["1.2.3.0-1.2.3.255", "1.2.4.0-1.2.4.9", "1.2.5.6", "1.2.5.7"],
    ],
    [
      "domain-list",
      "! x\na.test\n*.b.test\n||c.test^\n.d.test\n",
      ["a.test", "b.test", "c.test", "d.test"],
    ],
    ["url-list", "// x\nhttp://a.test/b;c#d\n", ["http://a.test/b;c#d"]],
    ["asn-list", "AS1 ; one\n2\n", ["AS1", "2"]],
    ["email-list", "a@b.test\n", ["a@b.test"]],
    [
      "hosts-file",
      "127.0.0.1 localhost\n0.0.0.0 a.test b.test # c\n::1 ip6-localhost\n",
      ["a.test", "b.test"],
    ],
  ])("in the format %s are read to their values", async (format, text, values) => {
    const { findings, bad, trouble } = await read(format, text);
    expect(findings.map(({ value }) => value)).toEqual(values);
    expect([bad, trouble]).toEqual([[], undefined]);
  });
});

describe("the formats of publishers", () => {
  it("ipsum weighs an address by its number of lists", async () => {
    const { findings, bad } = await read("ipsum", "# x\n1.2.3.4\t1\n5.6.7.8\t8\nnonsense\n");
    expect(findings).toMatchObject([{ value: "1.2.3.4" }, { value: "5.6.7.8" }]);
    expect(findings.map(({ weight }) => weight?.toFixed(2))).toEqual(["0.25", "0.90"]);
    expect(bad).toEqual([4]);
  });

  it("Spamhaus is read as text and as JSON lines", async () => {
    const text =
      '; x\n1.10.16.0/20 ; SBL1\n{"cidr":"2.0.0.0/8"}\n{"type":"metadata"}\n{"cidr":1}\n';
    const { findings, bad } = await read("spamhaus-drop", text);
    expect(findings.map(({ value }) => value)).toEqual(["1.10.16.0/20", "2.0.0.0/8"]);
    expect(bad).toEqual([5]);
    const asns = await read("spamhaus-asndrop", '{"asn":932}\n{"type":"metadata"}\n{"asn":"x"}\n');
    expect(asns).toMatchObject({ findings: [{ kind: "asn", value: "932" }], bad: [3] });
  });

  it("URLhaus is read with status, tags and quotes, and as a list of URLs", async () => {
    const line =
      '"7","2026-01-02 03:04:05","http://a.test/x,""y""","offline","2026-01-03 00:00:00","malware_download","elf,Mozi","l","r"';
    const { findings } = await read("urlhaus", `# id,...\n${line}\n`);
    expect(findings).toEqual([
      {
        kind: "url",
        value: 'http://a.test/x,"y"',
        weight: 0.8,
        first: at("2026-01-02T03:04:05Z"),
        last: at("2026-01-03T00:00:00Z"),
        family: "Mozi",
      },
    ]);
    const list = await read("urlhaus", "# x\nhttp://a.test/1,2\nhttp://b.test/\n");
    expect(list.findings.map(({ value }) => value)).toEqual([
      "http://a.test/1,2",
      "http://b.test/",
    ]);
    const named = await read("urlhaus", "url,label,source\nhttp://a.test/,1,urlhaus\n");
    expect(named.findings).toMatchObject([{ value: "http://a.test/", weight: 0.95 }]);
  });

  it("urlhaus-filter is read as hosts and URLs", async () => {
    const text =
      '"host","path","message","updated"\n"a.test","","m","2026-01-02T00:00:00Z"\n"b.test","/x","m",""\n"","/y","m",""\n"c.test","x","m",""\n';
    const { findings, bad } = await read("urlhaus-filter", text);
    expect(findings).toMatchObject([
      { kind: "host", value: "a.test", last: at("2026-01-02T00:00:00Z") },
      { kind: "url", value: "http://b.test/x" },
    ]);
    expect(bad).toEqual([4, 5]);
  });

  it("PhishTank is read by its columns, and JPCERT's times as those of Japan", async () => {
    const head =
      "phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target";
    const text = `${head}\n1,http://a.test/,d,2021-03-14T07:31:24+00:00,no,,yes,Other\n`;
    const { findings } = await read("phishtank", text);
    expect(findings).toMatchObject([{ weight: 0.5, first: at("2021-03-14T07:31:24Z") }]);
    const jp = await read(
      "jpcert",
      "date,URL,description\n2025/10/01 10:25:00,http://a.test/,銀行\n",
    );
    expect(jp.findings).toMatchObject([{ first: at("2025-10-01T01:25:00Z") }]);
  });

  it("a value equal to a column's name does not make its line a header", async () => {
    const row = (id: number, tags: string) =>
      `"${id}","2026-08-20 10:00:00","http://a${id}.test/x","online","","malware","${tags}","http://u.test/${id}","r"`;
    const without = [row(1, "url"), row(2, "elf"), row(3, "url"), row(4, "elf")].join("\n");
    expect((await read("urlhaus", without)).findings).toMatchObject(
      [1, 2, 3, 4].map((id) => ({ kind: "url", value: `http://a${id}.test/x` })),
    );
    const named = "description,url\nurl,http://a.test/\nb,http://b.test/\n";
    expect((await read("jpcert", named)).findings).toMatchObject([
      { value: "http://a.test/" },
      { value: "http://b.test/" },
    ]);
  });

  it("ThreatFox gives the same findings as CSV and as JSON", async () => {
    const csv =
      '# "first_seen_utc"\n"2026-08-20 10:00:00", "1", "192.0.2.1:443", "ip:port", "botnet_cc", "win.x", "", "Emotet", "", "75", "", "", "0", "r"\n"2026-08-20 10:00:00", "2", "aa", "sha256_hash", "payload", "win.x", "", "Emotet", "", "75", "", "", "0", "r"\n';
    const json = {
      1: [
        {
          ioc_value: "192.0.2.1:443",
          ioc_type: "ip:port",
          threat_type: "botnet_cc",
          malware_printable: "Emotet",
          confidence_level: 75,
          first_seen_utc: "2026-08-20 10:00:00",
          last_seen_utc: null,
        },
      ],
    };
    const one = await read("threatfox", csv);
    const other = await read("threatfox", JSON.stringify(json));
    expect(one.findings).toEqual(other.findings);
    expect(one.findings).toMatchObject([
      {
        kind: "host",
        value: "192.0.2.1",
        category: "c2",
        weight: expect.closeTo(0.7125),
        family: "Emotet",
      },
    ]);
    const unnamed = await read("threatfox", csv.replaceAll("Emotet", "Unknown malware"));
    expect(unnamed.findings).toMatchObject([{ value: "192.0.2.1", family: undefined }]);
  });

  it("Feodo, MISP warninglists and events, and STIX bundles are read", async () => {
    const feodo = JSON.stringify([
      { ip_address: "192.0.2.1", status: "offline", malware: "Emotet" },
    ]);
    expect((await read("feodo", feodo)).findings).toMatchObject([
      { weight: 0.8, family: "Emotet" },
    ]);
    const list = JSON.stringify({
      name: "x",
      list: [".a.test", "192.0.2.0/24", "2001:db8::/32", "ad.be"],
    });
    expect((await read("misp-warninglist", list)).findings).toEqual([
      { kind: "domain", value: "a.test" },
      { kind: "ip", value: "192.0.2.0/24" },
      { kind: "ip", value: "2001:db8::/32" },
      { kind: "domain", value: "ad.be" },
    ]);
    const event = {
      Event: {
        info: "x",
        Attribute: [
          { type: "domain|ip", value: "a.test|192.0.2.1", to_ids: true, timestamp: "1700000000" },
          { type: "url", value: "http://b.test/", to_ids: false },
          { type: "domain", value: "gone.test", deleted: true },
          { type: "sha1", value: "00", to_ids: true },
        ],
        Object: [{ name: "o", Attribute: [{ type: "ip-dst|port", value: "192.0.2.2|80" }] }],
      },
    };
    expect((await read("misp-feed", JSON.stringify(event))).findings).toMatchObject([
      { kind: "domain", value: "a.test", first: 1_700_000_000 },
      { kind: "ip", value: "192.0.2.1" },
      { kind: "ip", value: "192.0.2.2" },
    ]);
    const search = JSON.stringify({ response: [event] });
    expect((await read("misp-feed", search)).findings).toHaveLength(3);
    const bundle = {
      type: "bundle",
      objects: [
        {
          type: "indicator",
          pattern: "[ipv4-addr:value = '192.0.2.1'] OR [url:value = 'http://a.test/\\'x']",
          pattern_type: "stix",
          valid_until: "2999-01-01T00:00:00Z",
          confidence: 80,
          indicator_types: ["malicious-activity"],
          labels: ["phishing"],
        },
        { type: "indicator", pattern: "[domain-name:value = 'a' AND url:value = 'b']" },
        { type: "indicator", pattern: "[domain-name:value = 'a.test']", revoked: true },
        {
          type: "indicator",
          pattern: "[domain-name:value = 'old.test']",
          valid_until: "2019-02-01T00:00:00Z",
        },
        { type: "malware", name: "x" },
        { type: "indicator" },
      ],
    };
    expect(await read("stix", JSON.stringify(bundle))).toMatchObject({
      findings: [
        { kind: "ip", value: "192.0.2.1", weight: 0.8, category: "phishing" },
        { kind: "url", value: "http://a.test/'x" },
      ],
      bad: [1],
    });
  });

  it("MISP: first_seen takes precedence over timestamp", async () => {
    const times = { first_seen: "2024-01-02T03:04:05Z", timestamp: "1700000000" };
    const event = { Event: { Attribute: [{ type: "domain", value: "a.test", ...times }] } };
    expect((await read("misp-feed", JSON.stringify(event))).findings).toMatchObject([
      { value: "a.test", first: at("2024-01-02T03:04:05Z") },
    ]);
  });

  it("MISP: a bar splits a value only if the attribute's type has a bar", async () => {
    const attributes = [
      { type: "url", value: "http://a.test/x|y" },
      { type: "hostname|port", value: "b.test|8080" },
    ];
    const event = { Event: { Attribute: attributes } };
    expect((await read("misp-feed", JSON.stringify(event))).findings).toMatchObject([
      { kind: "url", value: "http://a.test/x|y" },
      { kind: "domain", value: "b.test" },
    ]);
  });

  it("a JSON list written as an object with numbered keys is read", async () => {
    const list = { name: "x", list: { 0: "a.test", 2: "b.test" } };
    expect((await read("misp-warninglist", JSON.stringify(list))).findings).toEqual([
      { kind: "domain", value: "a.test" },
      { kind: "domain", value: "b.test" },
    ]);
  });

  it("breaches are read by name, doubtful ones weighing less, and exposures by e-mail", async () => {
    const breaches = [
      { Name: "A", Domain: "a.test", BreachDate: "2020-01-02", DataClasses: ["Passwords"] },
      { Name: "B", Title: "A B", Domain: "b.test", IsSpamList: true },
      { Name: "F", Domain: "f.test", IsFabricated: true },
      { Name: "U", Domain: "u.test", IsVerified: false },
      { Name: "C", Domain: "" },
      { Domain: "d.test" },
    ];
    const { findings, bad } = await read("hibp-breaches", JSON.stringify(breaches, null, 1));
    expect(findings).toMatchObject([
      { value: "a.test", label: "A", first: at("2020-01-02T00:00:00Z"), more: ["Passwords"] },
      { value: "b.test", label: "B", weight: 0.3 },
      { value: "f.test", weight: 0.3 },
      { value: "u.test", weight: 0.6 },
    ]);
    expect(bad).toHaveLength(1);
    const csv = "indicator,breach,date,classes\na@b.test,Adobe,2013-10-04,Passwords; Names\n,x,,\n";
    expect(await read("exposures", csv)).toMatchObject({
      findings: [
        { kind: "email", value: "a@b.test", label: "Adobe", more: ["Passwords", "Names"] },
      ],
      bad: [3],
    });
  });
});

describe("a whole file", () => {
  it.each<[FormatId, string, string]>([
    ["stix", "", "The file is empty."],
    ["ip-list", "", "The file is empty."],
    ["stix", " \n", "The file is empty."],
    ["stix", `{"x":${"[".repeat(64)}`, "The JSON document is nested too deep."],
    ["stix", `{"x":${"[".repeat(63)}`, "The JSON document ends in its middle."],
    ["stix", "no document", "The file is no JSON document."],
    ["stix", "<html></html>", "The file is a page of HTML, and the source takes the format stix."],
    ["stix", '{"objects":[{"type":"x"}', "The JSON document ends in its middle."],
    ["feodo", "[]]", "The file is no JSON document."],
    ["feodo", "[".repeat(70), "The JSON document is nested too deep."],
  ])("of the format %s is refused: %j", async (format, text, trouble) => {
    expect(await read(format, text)).toMatchObject({ trouble });
  });

  it("is read with a byte order mark and without a final line end", async () => {
    expect((await read("ip-list", "\uFEFF1.2.3.4\n5.6.7.8")).findings).toHaveLength(2);
  });

  it("is read with lines that end in a carriage return alone", async () => {
    expect((await read("ip-list", "# a list\r1.2.3.4\r5.6.7.8\r")).findings).toHaveLength(2);
  });
});

describe("cutting a feed", () => {
  it("gives the same lines for any division into pieces", () => {
    const text = fc.array(fc.string({ unit: fc.constantFrom("a", "ä", "\n", "\r") }));
    fc.assert(
      fc.property(text, (pieces) => {
        const found: string[] = [];
        const cutter = new LineCutter((line) => found.push(line));
        for (const piece of pieces) cutter.push(piece);
        cutter.end();
        const whole = pieces.join("").split("\n");
        if (whole.at(-1) === "") whole.pop();
        expect(found).toEqual(whole.map((line) => line.replace(/\r$/, "")));
      }),
    );
  });

  it("gives the JSON values that JSON.parse gives, for pieces of any size", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 40 }), (values, size) => {
        const found: unknown[] = [];
        const text = JSON.stringify({ before: values, list: values, after: [1] }, null, 1);
        const cutter = new JsonCutter([["list", "*"]], (record) => found.push(JSON.parse(record)));
        for (let from = 0; from < text.length; from += size) {
          cutter.push(text.slice(from, from + size));
        }
        expect(cutter.end()).toBeUndefined();
        expect(found).toEqual(JSON.parse(text).list);
      }),
    );
  });

  it("refuses a JSON value outside the records that is too long", () => {
    const piece = "a".repeat(65_536);
    const cutter = new JsonCutter([["list", "*"]], () => undefined);
    cutter.push('{"about":"');
    for (let pieces = 0; pieces < 80; pieces += 1) cutter.push(piece);
    cutter.push('","list":[]}');
    expect(cutter.end()).toBe("One value of the JSON document is too long.");
  });

  it("gives CSV fields as they were before quoting, and nothing for an unclosed quote", () => {
    const field = fc.string({ unit: fc.constantFrom("a", ",", '"', " ", "ä") });
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), (fields) => {
        const line = fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
        expect(csvFields(line)).toEqual(fields);
      }),
    );
    expect(csvFields('a,"b')).toBeUndefined();
  });
});

describe("a time", () => {
  it.each([
    ["2025/10/01 10:25:00", 540, "2025-10-01T01:25:00Z"],
    ["2021-03-14T07:31:24+00:00", 540, "2021-03-14T07:31:24Z"],
    ["2021-03-14T07:31:24-0130", 0, "2021-03-14T09:01:24Z"],
    ["2021-03-14 07:31:24 UTC", 540, "2021-03-14T07:31:24Z"],
    ["2021-03-14 07:31:24 GMT", 540, "2021-03-14T07:31:24Z"],
    ["2021-03-14 07:31:24.5+02", 540, "2021-03-14T05:31:24Z"],
    ["2013-10-04", 0, "2013-10-04T00:00:00Z"],
  ])("%s is read", (text, zone, expected) => {
    expect(parseTime(text, zone)).toBe(at(expected));
  });

  it.each([undefined, "", "yesterday", "0000-00-00 00:00:00", "1970-01-01"])(
    "%s is not read",
    (text) => {
      expect(parseTime(text)).toBeUndefined();
    },
  );
});
