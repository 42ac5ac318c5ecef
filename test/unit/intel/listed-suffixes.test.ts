import { describe, expect, it } from "vitest";
import { renderDomains, renderUrls } from "../../../src/intel/exports/render.ts";
import { DENIED } from "../../../src/intel/lookup/explained.ts";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";
import type { FormatId } from "../../../src/intel/sources/formats/index.ts";
import type { Effect } from "../../../src/intel/sources/source.ts";

async function load(effect: Effect, lines: readonly string[], format: FormatId = "domain-list") {
  const names: string[] = [];
  const options = { mailSecret: "", onText: (_kind: string, name: string) => names.push(name) };
  const bytes = new Blob([`${lines.join("\n")}\n`]).stream();
  const { rows, firstBadLines } = await buildFromFeed({ format, effect }, bytes, options);
  return { rows, names, bad: firstBadLines };
}

const reason = "The value is a public suffix.";

describe("a threat list that has a suffix of a registry", () => {
  it("loses this line: everybody registers names there", async () => {
    const lines = ["bad.co.uk", "co.uk", "*.com.br", "||gov.uk^", "xn--55qx5d.cn", "bad.example"];
    const { names, bad } = await load("threat", lines);
    expect(names).toEqual(["bad.co.uk", "bad.example"]);
    expect(bad).toEqual([2, 3, 4, 5].map((line) => ({ line, reason })));
  });

  it("loses it in other formats of names too", async () => {
    const { names, bad } = await load("threat", ["0.0.0.0 bad.co.uk co.uk"], "hosts-file");
    expect([names, bad]).toEqual([["bad.co.uk"], [{ line: 1, reason }]]);
  });

  it("keeps a suffix that a company owns, because the company's own site may be bad", async () => {
    expect(await load("threat", ["github.io", "*.duckdns.org"])).toMatchObject({
      rows: 2,
      bad: [],
    });
  });

  it.each(["popular", "shared", "exposure"] as const)(
    "keeps it if it is no threat: %s",
    async (effect) => {
      expect(await load(effect, ["co.uk", "gov.uk"])).toMatchObject({ rows: 2, bad: [] });
    },
  );
});

const row = { disposition: "malicious", threatLevel: 86 } as const;
const listed = (value: string, category = "phishing") => ({ ...row, value, category });

describe("the list of domains for firewalls", () => {
  it("has no suffix that a feed lists, because many firewalls take a name for all names below", () => {
    const rows = ["bad.example", "github.io", "me.github.io", "s3.amazonaws.com"];
    expect(renderDomains(rows.map((value) => listed(value)))).toBe("bad.example\nme.github.io\n");
  });

  it("has a suffix that the tenant denies", () => {
    expect(renderDomains([listed("github.io", DENIED)])).toBe("github.io\n");
  });
});

describe("the list of URLs for firewalls", () => {
  it("has no line of a feed that a firewall reads as a pattern, because it may match all of .com", () => {
    const rows = ["bad.example/a", "*.com/", "*/", "^.co.uk/x", "bad.example/*/", "h.example/?q=*"];
    expect(renderUrls(rows.map((value) => listed(value)))).toBe("bad.example/a\n");
  });

  it("has no page of a host of one label, which is a machine of the reader's own network", () => {
    const rows = ["bad.example/a", "intranet/", "localhost/x", "[2001:db9::1]/x", "192.0.3.1/"];
    const kept = ["bad.example/a", "[2001:db9::1]/x", "192.0.3.1/"];
    expect(renderUrls(rows.map((value) => listed(value)))).toBe(`${kept.join("\n")}\n`);
  });

  it("has a pattern that the tenant denies", () => {
    expect(renderUrls([listed("*.bad.example/", DENIED)])).toBe("*.bad.example/\n");
  });
});
