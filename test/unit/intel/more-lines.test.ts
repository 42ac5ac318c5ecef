import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { buildIndex, finish } from "../../../src/intel/indexes/build-index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { lookUp } from "../../../src/intel/lookup/look-up.ts";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";
import { readSegment } from "../../../src/intel/segments/read-segment.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";
import type { Source } from "../../../src/intel/sources/source.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";

const NOW = Date.UTC(2026, 0, 10);
const encoder = new TextEncoder();

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(text);
}

/** The verdict on a value by the lines of one source's feed alone. */
async function verdictBy(source: Source, lines: readonly string[], value: string) {
  const { builder, rows } = await buildFromFeed(source, once(`${lines.join("\n")}\n`), {
    mailSecret: "",
  });
  const about = { source: source.id, createdAt: NOW, rows, retained: 0, traits: builder.traits };
  const { bytes } = writeSegment({ ...about, tables: builder.finish() });
  const part = { source, segment: readSegment(bytes.buffer), file: "x", confirmedAt: NOW };
  const index = finish(buildIndex(1, [part]));
  const indicator = readIndicator("url", value);
  if (isRefusal(indicator)) throw new Error(indicator.message);
  const confirm = () => Promise.resolve([]);
  const { verdict } = await lookUp(
    { index, lists: NO_LISTS, mailSecret: "", confirm },
    indicator,
    NOW,
  );
  return verdict;
}

function sourceOf(id: string): Source {
  const source = BUILT_IN.get(id);
  if (source === undefined) throw new Error(`There is no source ${id}.`);
  return source;
}

const day = fc.integer({ min: 1, max: 9 }).map((number) => `2026-01-0${number}T00:00:00+00:00`);
const phishtank = fc
  .tuple(fc.constantFrom("yes", "no"), fc.constantFrom("a", "b"), day)
  .map(([verified, page, at]) => `1,http://evil.test/${page},x,${at},${verified},${at},yes,Other`);
const urlhaus = fc
  .tuple(
    fc.constantFrom("online", "offline"),
    fc.constantFrom("a", "b"),
    day,
    fc.constantFrom("Mirai", "elf"),
  )
  .map(
    ([status, page, at, tag]) =>
      `"1","${at.slice(0, 10)} 00:00:00","http://evil.test/${page}","${status}","","malware_download","${tag}","x","y"`,
  );

describe("a further line of a feed", () => {
  it.each([
    ["phishtank", phishtank],
    ["urlhaus", urlhaus],
  ])("of %s never weakens the verdict, and line order does not matter", async (id, line) => {
    const source = sourceOf(id);
    const ask = (lines: readonly string[]) => verdictBy(source, lines, "http://evil.test/a");
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        line,
        async (lines, more) => {
          const [before, after] = [await ask(lines), await ask([...lines, more])];
          expect(after.threatLevel).toBeGreaterThanOrEqual(before.threatLevel);
          expect(after.confidence).toBeGreaterThanOrEqual(before.confidence);
          expect(await ask([...lines, more].toReversed())).toEqual(after);
        },
      ),
    );
  });
});
