import { describe, expect, it } from "vitest";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";
import { domainList } from "../../../src/intel/sources/formats/plain-lists.ts";

/** What a whole zone lists: its names, and how many of its lines are bad. */
async function load(lines: readonly string[]) {
  const names: string[] = [];
  const options = { mailSecret: "", onText: (_kind: string, name: string) => names.push(name) };
  const bytes = new Blob([`${lines.join("\n")}\n`]).stream();
  const source = { format: "domain-list", effect: "threat" } as const;
  const { badLines } = await buildFromFeed(source, bytes, options);
  return { names, badLines };
}

describe("a response policy zone that is loaded as a list of domains", () => {
  const read = domainList.open();

  it.each([
    "$TTL 300",
    "$ORIGIN rpz.example.",
    "@ IN SOA localhost. root.localhost. 1 2 3 4 5",
    "@ 300 IN NS localhost.",
    " NS localhost.",
    "\tIN NS localhost.",
    "good.example CNAME rpz-passthru.",
    "*.good.example 300 IN CNAME rpz-passthru. ; ours",
    "slow.example CNAME rpz-tcp-only.",
    "good.example CNAME good.example.",
    "24.0.2.0.192.rpz-ip CNAME .",
    "32.1.2.0.192.rpz-client-ip CNAME rpz-drop.",
    "ns.bad.example.rpz-nsdname CNAME .",
    "rpz.example. 300 IN SOA localhost. root.localhost. 1 2 3 4 5",
    '  300 IN TXT "why"',
    "\tAAAA ::1",
  ])("lists nothing by its head, and no name that it lets pass: %s", (line) => {
    expect(read(line)).toBeUndefined();
  });

  it.each([
    ["bad.example CNAME .", { kind: "domain", value: "bad.example" }],
    ["bad.example. 300 IN CNAME *.", { kind: "domain", value: "bad.example." }],
    ["*.bad.example CNAME .", { kind: "domain", value: "bad.example", below: true }],
    [
      "bad.example CNAME . ; was CNAME rpz-passthru. once",
      { kind: "domain", value: "bad.example" },
    ],
    ["bad.example # CNAME rpz-passthru.", { kind: "domain", value: "bad.example" }],
    ["bad.example CNAME rpz-drop.", { kind: "domain", value: "bad.example" }],
    ["bad.example A 127.0.0.1", { kind: "domain", value: "bad.example" }],
    ["bad.example IN CNAME garden.example.", { kind: "domain", value: "bad.example" }],
    ["bad.example ns taken over", { kind: "domain", value: "bad.example" }],
    ["bad.example CNAME rpz-passthru.evil.example", { kind: "domain", value: "bad.example" }],
  ])("lists the name that it blocks: %s", (line, finding) => {
    expect(read(line)).toEqual(finding);
  });

  it("has no bad line in a head of several lines", async () => {
    const head = [
      "$TTL 60",
      "@ IN SOA localhost. root.localhost. (",
      "  2026112801 ; serial (of the day)",
      "  3600       ; refresh",
      "  600 604800",
      "  60 )",
      "  IN NS localhost.",
    ];
    const lines = [...head, "bad.example CNAME .", "*.bad.example CNAME ."];
    expect(await load(lines)).toEqual({ names: ["bad.example", "bad.example"], badLines: 0 });
  });

  it("reads what a name server writes down: names by the last $ORIGIN, records in brackets", async () => {
    const lines = [
      "; written by a server",
      "$ORIGIN .",
      "$TTL 60\t; 1 minute",
      "rpz.vendor.example\tIN SOA\tlocalhost. root.localhost. (",
      "\t\t\t\t2026112801 ; serial",
      "\t\t\t\t3600 600 604800",
      "\t\t\t\t60 )",
      "\t\t\tNS\tlocalhost.",
      "$ORIGIN com.rpz.vendor.example.",
      "*.one\t\t\tCNAME\t.",
      "two\t\t\tCNAME\t.",
      '\t\t\tTXT\t"; why ("',
      "$ORIGIN two.com.rpz.vendor.example.",
      "*\t\t\tCNAME\t.",
      "www\t\t\tCNAME\trpz-passthru.",
      "$TTL 300",
      "$ORIGIN 0.192.rpz-ip.rpz.vendor.example.",
      "24.0.2\t\t\tCNAME\t.",
      "$ORIGIN rpz.vendor.example.",
      "three.net\tIN 300 CNAME (",
      "\t\t\t\t.",
      "\t\t\t\t)",
      "passed.net\t300 IN CNAME ( ; goes on",
      "\t\t\t\trpz-passthru. )",
      "alias.net\t\tCNAME\talias.net.",
    ];
    const names = ["one.com", "two.com", "two.com", "three.net"];
    expect(await load(lines)).toEqual({ names, badLines: 0 });
  });

  it.each([
    ["a part that is written from the root", "$ORIGIN com.", ["bad.com"]],
    ["a part of it", "$ORIGIN com", ["bad.com"]],
  ])("reads in a zone without a name %s", async (_case, origin, names) => {
    const head = ["@ IN SOA localhost. root.localhost. 1 2 3 4 5", "  IN NS localhost."];
    expect(await load([...head, origin, "bad CNAME ."])).toEqual({ names, badLines: 0 });
  });

  it("takes a bracket that stays open for one bad line, and reads on", async () => {
    const open = ["$TTL 60", "one.test A (", ...Array.from({ length: 63 }, () => " 192.0.2.1")];
    expect(await load([...open, "two.test CNAME ."])).toEqual({
      names: ["two.test"],
      badLines: 1,
    });
  });

  it("keeps the lines of a list that is no zone, with brackets in their notes", async () => {
    const lines = ["one.test (seen", "two.test again)", "  three.test"];
    expect(await load(lines)).toEqual({
      names: ["one.test", "two.test", "three.test"],
      badLines: 0,
    });
  });

  it("lists the names without that of the zone, as a transfer of it writes them", async () => {
    const lines = [
      "rpz.vendor.example.\t60\tIN\tSOA\tns.vendor.example. root.vendor.example. 1 2 3 4 5",
      "rpz.vendor.example.\t60\tIN\tNS\tns.vendor.example.",
      "bad.example.rpz.vendor.example.\t60\tIN\tCNAME\t.",
      "*.bad.example.rpz.vendor.example.\t60\tIN\tCNAME\t.",
      "good.example.rpz.vendor.example.\t60\tIN\tCNAME\trpz-passthru.",
      "8.1.0.0.10.rpz-ip.rpz.vendor.example.\t60\tIN\tCNAME\t.",
    ];
    expect(await load(lines)).toEqual({ names: ["bad.example", "bad.example"], badLines: 0 });
  });
});

describe("an owner with escapes (RFC 1035, 5.1)", () => {
  const head = ["$ORIGIN rpz.example.", "@ IN SOA localhost. root.localhost. 1 2 3 4 5"];

  it("is the name that they stand for", async () => {
    const lines = [
      "\\101vil.test CNAME .",
      "b\\a\\d.test CNAME .",
      "\\101.ok.test.rpz.example. CNAME .",
    ];
    const { names, badLines } = await load([...head, ...lines]);
    expect([names, badLines]).toEqual([["evil.test", "bad.test", "e.ok.test"], 0]);
  });

  it("is a bad line if no host has such a name, and never a shorter or longer name", async () => {
    const lines = [
      "a\\.b.evil.test CNAME .",
      "a\\046b.evil.test CNAME .",
      "one\\032two.test CNAME .",
      "\\*.evil.test CNAME .",
      "a\\;b.evil.test CNAME .",
      "a\\999b.evil.test CNAME .",
    ];
    expect(await load([...head, "ok.test CNAME .", ...lines])).toEqual({
      names: ["ok.test"],
      badLines: lines.length,
    });
  });
});
