import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { buildIndex, finish } from "../../../src/intel/indexes/build-index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { confirmBy } from "../../../src/intel/lookup/confirm-doubts.ts";
import { findEvidence } from "../../../src/intel/lookup/find-evidence.ts";
import { collectFinding } from "../../../src/intel/segments/collect-finding.ts";
import { readSegment } from "../../../src/intel/segments/read-segment.ts";
import { SegmentBuilder } from "../../../src/intel/segments/segment-builder.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { isBad, partsOf, type Finding, type Reading } from "../../../src/intel/sources/finding.ts";
import { readFeed } from "../../../src/intel/sources/read-feed.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";

const LINES = "a.test\n*.b.test\n||c.test^\n.d.test\n";

async function findingsOf(text: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const take = (reading: Reading) => {
    const parts = reading === undefined ? [] : partsOf(reading);
    findings.push(...parts.filter((part): part is Finding => !isBad(part)));
  };
  const bytes = new TextEncoder().encode(text);
  await readFeed("domain-list", new Blob([bytes]).stream(), take);
  return findings;
}

/** The scopes by which a list matches a value; with few resident rows it is read in blocks. */
async function scopesOf(kind: "domain" | "url", value: string, residentMaxRows?: number) {
  const builder = new SegmentBuilder();
  for (const finding of await findingsOf(LINES)) {
    collectFinding(builder, finding, { mailSecret: "", allowWide: false });
  }
  const { traits } = builder;
  const content = { source: "x", createdAt: 1, rows: 4, retained: 0, traits };
  const options = residentMaxRows === undefined ? {} : { residentMaxRows };
  const { bytes } = writeSegment({ ...content, tables: builder.finish() }, options);
  const source = BUILT_IN.get("disposable-email");
  if (source === undefined) throw new Error("no source");
  const segment = readSegment(bytes.slice().buffer);
  const index = finish(buildIndex(1, [{ source, segment, file: "x", confirmedAt: 0 }]));
  const indicator = readIndicator(kind, value, {});
  if (isRefusal(indicator)) throw new Error(indicator.message);
  const { evidence, doubts } = findEvidence(index, indicator, "");
  const confirm = confirmBy(async ({ at, bytes: length }) => bytes.slice(at, at + length).buffer);
  return [...evidence, ...(await confirm(doubts))].map(({ scope }) => scope);
}

describe("a list of names", () => {
  it("keeps which lines cover all names below", async () => {
    const findings = await findingsOf(LINES);
    expect(findings.map(({ below }) => below)).toEqual([undefined, true, true, true]);
  });

  it.each([
    ["held whole", undefined],
    ["read block by block", 1],
  ])("matches a name below a covering line as the name itself: %s", async (_how, most) => {
    expect(await scopesOf("domain", "x.y.b.test", most)).toEqual(["exact"]);
    expect(await scopesOf("url", "https://x.c.test/login", most)).toEqual(["host"]);
    expect(await scopesOf("domain", "d.test", most)).toEqual(["exact"]);
    expect(await scopesOf("domain", "x.a.test", most)).toEqual(["parent"]);
  });
});
