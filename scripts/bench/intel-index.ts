import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { buildIndex, finish, type Index, type Part } from "../../src/intel/index/build-index.ts";
import { readIndicator } from "../../src/intel/indicators/read-indicator.ts";
import type { Indicator } from "../../src/intel/indicators/indicator.ts";
import { isRefusal } from "../../src/http/index.ts";
import { Findings } from "../../src/intel/lookup/find-evidence.ts";
import { lookUp } from "../../src/intel/lookup/look-up.ts";
import { probe } from "../../src/intel/lookup/probe.ts";
import { SegmentBuilder } from "../../src/intel/segments/segment-builder.ts";
import { collectFinding } from "../../src/intel/segments/collect-finding.ts";
import { readSegment } from "../../src/intel/segments/read-segment.ts";
import { NO_WEIGHT } from "../../src/intel/segments/table.ts";
import { writeSegment } from "../../src/intel/segments/write-segment.ts";
import type { Source } from "../../src/intel/sources/source.ts";
import { BUILT_IN } from "../../src/intel/sources/registry.ts";
import { NO_LISTS } from "../../src/intel/tenant-lists/match-lists.ts";

/**
 * How long a look-up takes in the index alone and with fusion, what the index weighs and how long
 * it takes to load, at 121k, 1M and 10M generated indicators. Usage: node intel-index.ts [sizes]
 */
const SIZES = [121_000, 1_000_000, 10_000_000];
const LOOKUPS = 200_000;
const ROUNDS = 5;
const NOW = Date.now();
/** About what URLhaus and OpenPhish show. */
const URLS_PER_HOST = 2;
const LISTED_SHARE = 0.1;

let state = 0x9e3779b9;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

function addressOf(number: number): string {
  const mixed = Math.imul(number, 2_654_435_761) >>> 0;
  return `${1 + ((mixed >>> 24) % 9)}.${(mixed >>> 16) & 255}.${(mixed >>> 8) & 255}.${mixed & 255}`;
}

function urlOf(number: number): string {
  const host = `host${Math.floor(number / URLS_PER_HOST)}.example${number % 9}.com`;
  return `https://www.${host}/a${number % 13}/b/page${number}.html?q=${number}`;
}

const source = (id: string): Source => {
  const found = BUILT_IN.get(id);
  if (found === undefined) throw new Error(`There is no source ${id}.`);
  return found;
};

function partOf(
  kind: "ip" | "url",
  rows: number,
): { part: Part; bytes: number; resident: number; loadMs: number } {
  const builder = new SegmentBuilder();
  const options = { mailSecret: "", allowWide: false };
  for (let row = 0; row < rows; row += 1) {
    // Addresses go in as numbers: ten million lines of text would measure the parser.
    if (kind === "ip") {
      const mixed = Math.imul(row, 2_654_435_761) >>> 0;
      builder.add("ip4", [mixed], { first: 0, last: 0, gone: 0, weight: NO_WEIGHT, trait: 0 });
    } else {
      collectFinding(builder, { kind: "url", value: urlOf(row) }, options);
    }
  }
  const tables = builder.finish();
  const content = {
    source: "bench",
    createdAt: NOW,
    rows,
    retained: 0,
    traits: builder.traits,
    tables,
  };
  const { bytes, residentBytes } = writeSegment(content);
  const held = bytes.slice(0, residentBytes).buffer;
  const startedAt = performance.now();
  const segment = readSegment(held);
  const loadMs = performance.now() - startedAt;
  const part = {
    source: source(kind === "ip" ? "threatfox-ips" : "urlhaus"),
    segment,
    file: "",
    confirmedAt: NOW,
  };
  return { part, bytes: bytes.length, resident: residentBytes, loadMs };
}

function indicators(kind: "ip" | "url", rows: number): Indicator[] {
  return Array.from({ length: LOOKUPS }, () => {
    const number =
      random() < LISTED_SHARE ? Math.floor(random() * rows) : rows + Math.floor(random() * 2 ** 30);
    const read =
      kind === "ip" ? readIndicator("ip", addressOf(number)) : readIndicator("url", urlOf(number));
    if (isRefusal(read)) throw new Error(read.message);
    return read;
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function microsecondsInIndex(
  index: Index,
  asked: readonly Indicator[],
): { us: number; doubts: number } {
  let doubts = 0;
  const turns = Array.from({ length: ROUNDS }, () => {
    doubts = 0;
    const startedAt = performance.now();
    for (const indicator of asked) {
      const findings = new Findings(index);
      probe(findings, indicator, "");
      if (findings.doubts.length > 0) doubts += 1;
    }
    return ((performance.now() - startedAt) * 1000) / asked.length;
  });
  return { us: median(turns), doubts: doubts / asked.length };
}

async function microsecondsInAll(index: Index, asked: readonly Indicator[]): Promise<number> {
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm: async () => [] };
  const turns: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    for (const indicator of asked) await lookUp(knowledge, indicator, NOW);
    turns.push(((performance.now() - startedAt) * 1000) / asked.length);
  }
  return median(turns);
}

const MEGA = 1e6;
const sizes = process.argv.slice(2).map(Number);
console.log(`${cpus()[0]?.model ?? "?"}, ${cpus().length} cores, Node ${process.version}`);
if (existsSync("/proc/loadavg")) console.log("medians of", ROUNDS, "turns of", LOOKUPS, "look-ups");
for (const rows of sizes.length > 0 ? sizes : SIZES) {
  for (const kind of ["ip", "url"] as const) {
    const { part, bytes, resident, loadMs } = partOf(kind, rows);
    const startedAt = performance.now();
    const index = finish(buildIndex(1, [part]));
    const mergeMs = performance.now() - startedAt;
    const merged = index.ip4.bytes + index.ip4ranges.bytes + index.names.bytes;
    const asked = indicators(kind, rows);
    const { us, doubts } = microsecondsInIndex(index, asked);
    const all = await microsecondsInAll(index, asked);
    console.log(
      `${kind} ${rows}: file ${(bytes / MEGA).toFixed(1)} MB, held ${((resident + merged) / MEGA).toFixed(1)} MB,`,
      `load ${(loadMs + mergeMs).toFixed(0)} ms, index ${us.toFixed(2)} us, with fusion ${all.toFixed(2)} us,`,
      `${(doubts * 100).toFixed(2)} % ask a block`,
    );
  }
}
