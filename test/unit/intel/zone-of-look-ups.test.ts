import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settle } from "../../../src/http/index.ts";
import { writeList } from "../../../src/intel/exports/export-list.ts";
import { listNames } from "../../../src/intel/exports/list-names.ts";
import { renderZone } from "../../../src/intel/exports/render-zone.ts";
import { tenantExport } from "../../../src/intel/exports/tenant-export.ts";
import { buildIndex, finish, type Part } from "../../../src/intel/indexes/build-index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { lookUp } from "../../../src/intel/lookup/look-up.ts";
import { collectFinding } from "../../../src/intel/segments/collect-finding.ts";
import type { Bucket, ManifestEntry } from "../../../src/intel/segments/manifest.ts";
import { readSegment } from "../../../src/intel/segments/read-segment.ts";
import { SegmentBuilder } from "../../../src/intel/segments/segment-builder.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";
import type { Source } from "../../../src/intel/sources/source.ts";
import { makeLists } from "../../../src/intel/tenant-lists/make-lists.ts";
import { rounds } from "../../support/rounds.ts";
import { actionOn } from "../../support/read-zone.ts";

const NOW = Date.UTC(2026, 0, 10);
const confirm = async () => [];

interface Line {
  value: string;
  below: boolean;
}

/** A source's part of an index, and the plain text of what it lists. */
function aList(about: Partial<Source>, lines: readonly Line[]): { part: Part; text: string } {
  const base = BUILT_IN.get("openphish");
  if (base === undefined) throw new Error("no source");
  const source: Source = { ...base, decay: undefined, ...about };
  const builder = new SegmentBuilder();
  const texts: string[] = [];
  const onText = (kind: string, text: string) => texts.push(`${kind} ${text}\n`);
  for (const { value, below } of lines) {
    const finding = { kind: "domain", value, ...(below && { below }) } as const;
    collectFinding(builder, finding, { mailSecret: "", allowWide: false, onText });
  }
  const counts = { source: source.id, createdAt: NOW, rows: lines.length, retained: 0 };
  const { bytes } = writeSegment({ ...counts, traits: builder.traits, tables: builder.finish() });
  const part = { source, segment: readSegment(bytes.buffer), file: source.id, confirmedAt: NOW };
  const isExported = source.effect === "threat" || source.effect === "veto";
  return { part, text: isExported ? texts.join("") : "" };
}

async function aWorld(
  lists: readonly { part: Part; text: string }[],
  entries: readonly object[],
  mostRows = 1_000,
) {
  const index = finish(
    buildIndex(
      1,
      lists.map(({ part }) => part),
    ),
  );
  const texts = new Map(lists.map(({ part, text }) => [part.file, text]));
  const get = async (file: string) => ({
    body: new Blob([texts.get(file) ?? ""]).stream().pipeThrough(new CompressionStream("gzip")),
  });
  const manifest = lists.map(({ part }) => ({ source: part.source, texts: part.file }));
  const own = makeLists(entries as never);
  const asked = { kind: "domain", index, confirm, now: NOW, mostRows } as const;
  const bucket = { get } as unknown as Bucket;
  const text = writeList(await listNames(bucket, manifest as ManifestEntry[], asked));
  return {
    zone: (withSuspicious: boolean) => {
      const rows = tenantExport(text, "domain", own, withSuspicious);
      const lines = renderZone(rows, own, NOW, () => expect.unreachable()).split("\n");
      const records = lines.filter((line) => line.includes(" CNAME "));
      return new Map(records.map((line) => line.split(" CNAME ") as [string, string]));
    },
    dispositionOf: async (name: string) => {
      const indicator = settle(readIndicator("domain", name, {}));
      const knowledge = { index, lists: own, mailSecret: "", confirm };
      return (await lookUp(knowledge, indicator, NOW)).verdict.disposition;
    },
  };
}

const phishing = { id: "one", lineage: "one", category: "phishing", reliability: 0.9 } as const;
const c2 = { id: "two", lineage: "two", category: "c2", reliability: 0.5 } as const;
const popular = {
  id: "popular",
  lineage: "popular",
  effect: "popular",
  category: "popular",
} as const;
const shared = { id: "shared", lineage: "shared", effect: "shared", category: "hosting" } as const;

const veto = {
  ...popular,
  id: "exceptions",
  lineage: "exceptions",
  effect: "veto",
} as const;

const roots = ["m.com", "m.co.uk", "github.io", "s3.amazonaws.com", "amazonaws.com"];
const name = fc
  .tuple(fc.array(fc.constantFrom("a", "b"), { maxLength: 6 }), fc.constantFrom(...roots))
  .map(([labels, root]) => [...labels, root].join("."));
const names = fc.uniqueArray(name, { maxLength: 5 });
const lines = fc.array(fc.record({ value: name, below: fc.boolean() }), { maxLength: 5 });
const deny = (value: string) => ({
  id: value,
  action: "deny",
  type: "domain",
  value,
  expiresAt: null,
});
const entry = fc.record({ value: name, action: fc.constantFrom("allow", "deny") });
const entries = fc.uniqueArray(entry, { maxLength: 3, selector: ({ value }) => value });

describe("a response policy zone", () => {
  it("blocks no name that a look-up of the same tenant would not, and all listed ones that it would", async () => {
    const wrong: unknown[] = [];
    const lists = fc.tuple(lines, lines, names, names, entries, names, lines);
    await fc.assert(
      fc.asyncProperty(lists, async ([one, two, liked, lent, own, asked, excepted]) => {
        const plain = (values: readonly string[]) =>
          values.map((value) => ({ value, below: false }));
        const lists = [
          aList(phishing, one),
          aList(c2, two),
          aList(popular, plain(liked)),
          aList(shared, plain(lent)),
          aList(veto, excepted),
        ];
        const rows = own.map((row) => ({ ...row, id: row.value, type: "domain", expiresAt: null }));
        const { zone, dispositionOf } = await aWorld(lists, rows);
        const listed = [...one, ...two].map(({ value }) => value);
        const others = [...own, ...excepted].map(({ value }) => value);
        const every = [...asked, ...listed, ...liked, ...others];
        for (const withSuspicious of [false, true]) {
          const actions = zone(withSuspicious);
          for (const asked of every.flatMap((it) => [it, `z.${it}`, `y.z.${it}`])) {
            const said = await dispositionOf(asked);
            const isBad = said === "malicious" || (withSuspicious && said === "suspicious");
            const isBlocked = actionOn(asked, actions) === ".";
            const mustBe = isBad && listed.includes(asked);
            if (isBlocked ? !isBad : mustBe) wrong.push({ asked, said, isBlocked, withSuspicious });
          }
        }
        expect(wrong).toEqual([]);
      }),
      { numRuns: rounds(100) },
    );
  });

  it.each([
    ["a line of the name alone", "m.com", false, [".", undefined]],
    ["a line for all names below", "m.com", true, [".", "."]],
    ["a line for all names below a rented one", "me.github.io", true, [".", "."]],
    ["a suffix under which names are rented out", "github.io", true, [".", undefined]],
    ["a name with such suffixes below", "amazonaws.com", true, [".", undefined]],
    ["a name too deep for look-ups below it", "a.b.c.d.m.com", true, [".", undefined]],
  ] as const)("from %s blocks names below as look-ups do", async (_case, value, below, said) => {
    const { zone, dispositionOf } = await aWorld([aList(phishing, [{ value, below }])], []);
    const actions = zone(false);
    expect([value, `z.${value}`].map((one) => actionOn(one, actions))).toEqual(said);
    const isMalicious = (await dispositionOf(`z.${value}`)) === "malicious";
    if (value !== "amazonaws.com") expect(isMalicious).toBe(said[1] === ".");
  });

  it.each([
    ["alone", false, ["rpz-passthru.", "."]],
    ["with all names below", true, ["rpz-passthru.", "rpz-passthru."]],
  ] as const)("lets an exception pass below a name listed with *., %s", async (_c, below, said) => {
    const lists = [
      aList(phishing, [{ value: "m.com", below: true }]),
      aList(veto, [{ value: "a.shop.m.com", below }]),
    ];
    const { zone } = await aWorld(lists, []);
    const actions = zone(false);
    const asked = ["a.shop.m.com", "z.a.shop.m.com", "shop.m.com", "b.shop.m.com", "m.com"];
    expect(asked.map((one) => actionOn(one, actions))).toEqual([...said, ".", ".", "."]);
    expect((await aWorld(lists, [deny("m.com")])).zone(false).get("a.shop.m.com")).toBeUndefined();
  });

  it("leaves an exception out before a threat where there is no room for both", async () => {
    const lists = [
      aList(veto, [
        { value: "a.m.com", below: true },
        { value: "b.m.com", below: true },
      ]),
      aList(phishing, [{ value: "m.com", below: true }]),
    ];
    const { zone } = await aWorld(lists, [], 2);
    expect([...zone(false).keys()]).toContain("m.com");
    expect([...zone(false).keys()]).not.toContain("b.m.com");
  });

  it("blocks names below one listed with *. that is an exception alone", async () => {
    const listed = aList(phishing, [{ value: "m.com", below: true }]);
    const exception = (below: boolean) => aList(veto, [{ value: "m.com", below }]);
    const { zone, dispositionOf } = await aWorld([listed, exception(false)], []);
    expect(await dispositionOf("m.com")).toBe("clean");
    expect(await dispositionOf("z.m.com")).toBe("malicious");
    expect([...zone(false)]).toEqual([["*.m.com", "."]]);
    expect([...(await aWorld([listed, exception(true)], [])).zone(false)]).toEqual([]);
  });

  it("has no line for an exception that nothing above it blocks", async () => {
    const lists = [
      aList(phishing, [{ value: "m.com", below: false }]),
      aList(veto, [{ value: "shop.m.com", below: true }]),
    ];
    const { zone } = await aWorld(lists, []);
    expect([...zone(false).keys()]).toEqual(["m.com"]);
  });

  it("blocks no popular name below one that two sources list", async () => {
    const line = [{ value: "m.com", below: false }];
    const lists = [
      aList(phishing, line),
      aList({ ...phishing, id: "other", lineage: "other" }, line),
    ];
    const liked = aList(popular, [{ value: "shop.m.com", below: false }]);
    const { zone, dispositionOf } = await aWorld([...lists, liked], []);
    expect(await dispositionOf("z.m.com")).toBe("malicious");
    expect(await dispositionOf("shop.m.com")).not.toBe("malicious");
    expect(actionOn("shop.m.com", zone(false))).toBeUndefined();
  });
});
