import { describe, expect, it } from "vitest";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";
import { TABLE_KINDS } from "../../../src/intel/segments/table.ts";
import type { FormatId } from "../../../src/intel/sources/formats/index.ts";
import { JsonCutter } from "../../../src/intel/sources/cut-json.ts";
import { parseTime } from "../../../src/intel/sources/parse-time.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The result of a feed: its good and bad records, the lines of the first bad, the rows of each table. */
async function load(format: FormatId, text: string, size = 1 << 16) {
  const words: string[] = [];
  const onText = (_kind: string, word: string) => words.push(word);
  const source = { format, effect: "threat" } as const;
  const built = await buildFromFeed(source, inPieces(text, size), { mailSecret: "x", onText });
  const { rows, badLines, firstBadLines } = built;
  const tables = built.builder.finish();
  const rowsOf = Object.fromEntries(TABLE_KINDS.map((kind, at) => [kind, tables[at]?.rows]));
  return { rows, badLines, lines: firstBadLines.map(({ line }) => line), words, rowsOf };
}

describe("a line that is too long", () => {
  it.each([1_000, 65_536, 1 << 20])("is one line, read in pieces of %i bytes", async (size) => {
    const comment = `# ${" 203.0.113.9".repeat(20_000)}`;
    const text = `${comment}\n198.51.100.7\n${"x".repeat(70_000)}\nnothing\n`;
    expect(await load("ip-list", text, size)).toMatchObject({
      rows: 1,
      lines: [3, 4],
      rowsOf: { ip4: 1 },
    });
  });
});

describe("a feed with many bad lines", () => {
  it("has all of them counted, and the first ten named", async () => {
    const text = "203.0.113.9\n" + "nothing\n".repeat(12);
    const { badLines, lines } = await load("ip-list", text);
    expect([badLines, lines]).toEqual([12, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]);
  });
});

describe("a line of several names", () => {
  it("loses only its bad names", async () => {
    const text = "0.0.0.0 a.test my-machine b.test\n0.0.0.0 c.test\n";
    const { words, badLines } = await load("hosts-file", text);
    expect({ words, badLines }).toEqual({ words: ["a.test", "b.test", "c.test"], badLines: 1 });
  });
});

describe("a hosts file's lines for the machine itself", () => {
  it("are neither rows nor bad lines, in small and capital letters", async () => {
    const own =
      "127.0.0.1 localhost\n255.255.255.255\tbroadcasthost\n::1 LocalHost ip6-loopback # own\n";
    const built = await load("hosts-file", `${own}0.0.0.0 a.test\n`);
    expect(built).toMatchObject({ rows: 1, badLines: 0, words: ["a.test"] });
    expect(await load("hosts-file", own)).toMatchObject({ rows: 0, badLines: 0 });
  });
});

describe("the first line of a plain list", () => {
  it.each<[FormatId, string, string]>([
    ["ip-list", "ip", "198.51.100.1"],
    ["ip-list", '"dst_ip","port"', '"198.51.100.1","443"'],
    ["domain-list", "domain,first_seen", "a.test,2026-01-01"],
    ["url-list", "URL", "http://a.test/x"],
    ["asn-list", "asn", "64500"],
  ])("may name the columns of a %s, and no other line may: %s", async (format, head, line) => {
    const built = await load(format, `# note\n${head}\n${line}\n${head}\n`);
    expect(built).toMatchObject({ rows: 1, badLines: 1, lines: [4] });
  });
});

describe("a further field or a blank", () => {
  it.each<[FormatId, string, number]>([
    ["ipsum", "198.51.100.1\t3\tnew\n198.51.100.2\t3 # note\n", 2],
    ["spamhaus-drop", ' {"cidr":"198.51.100.0/24"}\n', 1],
    ["spamhaus-asndrop", '{"asn":"64500"}\n', 1],
    ["urlhaus-filter", '"a.test:8080","","m",""\n"198.51.100.1:80","","m",""\n', 2],
  ])("of %s makes no line bad", async (format, text, rows) => {
    expect(await load(format, text)).toMatchObject({ rows, badLines: 0 });
  });
});

describe("a list of addresses", () => {
  it("may have ports, brackets and quotes", async () => {
    const text = [
      "198.51.100.1:443",
      "[2001:db8::1]",
      "[2001:db8::2]:8443",
      '"198.51.100.2"',
      '"198.51.100.3","seen twice"',
    ];
    expect(await load("ip-list", text.join("\n"))).toMatchObject({
      rows: 5,
      badLines: 0,
      rowsOf: { ip4: 3, ip6range: 2 },
    });
  });

  it.each(["198.51.100.1:x", "198.51.100.0/24:80", "[198.51.100.0/24", "2001:db8"])(
    "has a bad line: %s",
    async (line) => {
      expect(await load("ip-list", line)).toMatchObject({ rows: 0, badLines: 1 });
    },
  );
});

describe("a CSV", () => {
  const HEAD =
    "phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target";
  const END = "http://p.test,2026-01-01,yes,2026-01-01,yes";

  it("may have line ends within quotes", async () => {
    const text = [
      HEAD,
      `1,http://a.test/,${END},"One\r`,
      "",
      'Bank"',
      `2,"http://b.test/x`,
      `y",${END},Other`,
      `3,http://c.test/,${END},Other`,
    ];
    expect(await load("phishtank", text.join("\n"))).toMatchObject({
      rows: 3,
      badLines: 0,
      words: ["http://a.test/", expect.stringContaining("http://b.test/x"), "http://c.test/"],
    });
  });

  it.each<[string, FormatId, string]>([
    [
      "in a comment, with a new column before the URL",
      "urlhaus",
      '# id,dateadded,sha,url,url_status,last_online,threat,tags,urlhaus_link,reporter\n"1","2026-01-01","0","http://a.test/","online","","x","elf","x","y"\n',
    ],
    ["with another column first", "urlhaus", "label,url,source\n1,http://a.test/,x\n"],
    [
      "in a comment of a longer file",
      "phishtank",
      "# phish_id,new,url,detail,submission_time,verified,verification_time,online,target\n1,x,http://a.test/,http://p.test,2026-01-01,yes,2026-01-01,yes,Other\n",
    ],
  ])("is read by its header %s", async (_case, format, text) => {
    const { words, badLines } = await load(format, text);
    expect({ words, badLines }).toEqual({ words: ["http://a.test/"], badLines: 0 });
  });

  it("loses only the line itself to a quote that is never closed", async () => {
    const text = [
      HEAD,
      `1,"http://a.test/,${END},Other`,
      `2,http://b.test/,${END},"Other"`,
      `3,http://c.test/,${END},Other`,
      `4,"http://d.test/,${END},Other`,
      ...Array.from({ length: 20 }, () => "nothing"),
      `5,http://e.test/,${END},Other`,
    ];
    const { words, badLines } = await load("phishtank", text.join("\n"));
    expect(words).toEqual(["http://b.test/", "http://c.test/", "http://e.test/"]);
    expect(badLines).toBeGreaterThan(10);
  });
});

it.each(["9999-12-31 23:59:59", "2110-01-01"])(
  "the time %s is dropped, as a table has no room for it",
  (text) => {
    expect(parseTime(text)).toBeUndefined();
  },
);

it.each([
  "2024-02-32",
  "2023-02-29",
  "2024-04-31 10:00:00",
  "2024-00-10",
  "2024-13-01",
  "2024-01-00",
  "2024-01-01 25:00:00",
  "2024-01-01 24:30",
  "2024-01-01 10:60:00",
  "2024-01-01 10:00:61",
  "0070-01-02",
  "0099-12-31 23:59:59",
])("%s is not read as a time, rather than as another one", (text) => {
  expect(parseTime(text)).toBeUndefined();
});

it.each([
  ["2024-02-29", "2024-02-29T00:00:00Z"],
  ["2016-12-31 23:59:60", "2017-01-01T00:00:00Z"],
  ["2024-01-31 24:00", "2024-02-01T00:00:00Z"],
  ["2024/2/3 9:05", "2024-02-03T09:05:00Z"],
])("%s is read as a time", (text, expected) => {
  expect(parseTime(text)).toBe(Date.parse(expected) / 1000);
});

describe("a JSON document", () => {
  it.each(["a", ""])("gives every value of its top level, also at the key %j", (key) => {
    const taken: string[] = [];
    const cutter = new JsonCutter([["*"]], (record) => taken.push(record));
    const text = JSON.stringify({ [key]: "one", b: { [key]: "two" }, c: [{ [key]: 3 }] });
    for (const letter of text) cutter.push(letter);
    expect([cutter.end(), ...taken]).toEqual([
      undefined,
      '"one"',
      JSON.stringify({ [key]: "two" }),
      JSON.stringify([{ [key]: 3 }]),
    ]);
  });
});

describe("an entry of an unknown kind", () => {
  it.each<[FormatId, object]>([
    ["threatfox", { 1: [{ ioc_value: "a.test", ioc_type: "constructor", confidence_level: 50 }] }],
    ["misp-feed", { Event: { Attribute: [{ type: "constructor", value: "a.test" }] } }],
  ])("is left out of %s, even if the kind is called constructor", async (format, file) => {
    expect(await load(format, JSON.stringify(file))).toMatchObject({ rows: 0, badLines: 0 });
  });
});
