import "../../suffixes/open-rules.ts";
import { isRefusal } from "../../../src/http/index.ts";
import {
  buildIndex,
  finish,
  type Index,
  type Part,
} from "../../../src/intel/indexes/build-index.ts";
import type { Indicator, IndicatorType } from "../../../src/intel/indicators/indicator.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { confirmBy } from "../../../src/intel/lookup/confirm-doubts.ts";
import { lookUp } from "../../../src/intel/lookup/look-up.ts";
import { findEvidence } from "../../../src/intel/lookup/find-evidence.ts";
import { readSegment } from "../../../src/intel/segments/read-segment.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import type { Report } from "../case.ts";
import { median } from "../median.ts";
import { addressOf, drawNumbers, nameOf, urlOf } from "./generate.ts";
import { makeSegments, type MadeSegment } from "./make-segments.ts";

const LOOKUPS = 100_000;
const ROUNDS = 5;
const MEGA = 1e6;
const LIMIT_BYTES = 40 * MEGA;
const LIMIT_MS = 1000;
/** Up to this size time is judged; beyond it memory and loading are. */
const HELD_ROWS = 1_000_000;

interface Kind {
  name: string;
  type: IndicatorType;
  write: (number: number) => string;
  /** How long an answer of the index may take. */
  micros: number;
}

const IP: Kind = { name: "IP addresses", type: "ip", write: addressOf, micros: 1 };
const NAME: Kind = { name: "domains", type: "domain", write: nameOf, micros: 10 };
const URL: Kind = { name: "URLs", type: "url", write: urlOf, micros: 10 };

/** Ten million URLs take minutes to generate, so domains, whose keys are alike, stand for them. */
const SETS: readonly (readonly [kind: Kind, rows: number, segments: number])[] = [
  [IP, 121_000, 1],
  [URL, 121_000, 1],
  [IP, 1_000_000, 1],
  [URL, 1_000_000, 4],
  [IP, 10_000_000, 1],
  [NAME, 10_000_000, 1],
];

/**
 * Measures how long an answer takes in the index alone and with fusion, how much memory the index
 * takes, and how long it loads.
 */
export const measureIndex: Report = async function* () {
  yield `the index in one isolate: CPU time, medians of ${ROUNDS} turns of ${LOOKUPS} look-ups, one in ten listed`;
  for (const [kind, rows, segments] of SETS) {
    const made = makeSegments(kind.type, kind.write, rows, segments);
    yield `${rows} ${kind.name} in ${segments} segment${segments > 1 ? "s" : ""}`;
    yield* await measureSet(kind, rows, made);
  }
};

async function measureSet(
  kind: Kind,
  rows: number,
  made: readonly MadeSegment[],
): Promise<string[]> {
  const before = process.cpuUsage();
  const parts = made.map(({ source, held }, at): Part => {
    return { source, segment: readSegment(held), file: String(at), confirmedAt: Date.now() };
  });
  const index = finish(buildIndex(1, parts));
  const loadMs = microsSince(before) / 1000;
  const bytes = bytesOf(index) + made.reduce((sum, { held }) => sum + held.byteLength, 0);
  const fileBytes = made.reduce((sum, { file }) => sum + file.byteLength, 0);
  const asked = drawNumbers(rows, LOOKUPS).map((number) => indicatorOf(kind, number));
  const { micros, doubts } = measureProbe(index, asked);
  const all = await measureLookUp(index, made, asked);
  const [loadGoal, bytesGoal, microsGoal] =
    rows > HELD_ROWS
      ? [verdict(loadMs <= LIMIT_MS), verdict(bytes <= LIMIT_BYTES), ""]
      : ["", "", verdict(micros < kind.micros)];
  return [
    `  load ${loadMs.toFixed(0)} ms${loadGoal}, held ${(bytes / MEGA).toFixed(1)} MB${bytesGoal} of files of ${(fileBytes / MEGA).toFixed(1)} MB`,
    `  index ${micros.toFixed(2)} us${microsGoal}, with fusion ${all.micros.toFixed(2)} us; ${(doubts * 100).toFixed(2)} % read a block; ${((all.listed / asked.length) * 100).toFixed(2)} % found`,
  ];
}

function verdict(isReached: boolean): string {
  return isReached ? " (reached)" : " (missed)";
}

function bytesOf({ ip4, ip4ranges, names }: Index): number {
  return ip4.bytes + ip4ranges.bytes + names.bytes;
}

function indicatorOf({ type, write }: Kind, number: number): Indicator {
  const read = readIndicator(type, write(number));
  if (isRefusal(read)) throw new Error(read.message);
  return read;
}

function measureProbe(index: Index, asked: readonly Indicator[]) {
  let doubts = 0;
  const turns = Array.from({ length: ROUNDS }, () => {
    doubts = 0;
    const before = process.cpuUsage();
    for (const indicator of asked) {
      const findings = findEvidence(index, indicator, "");
      if (findings.doubts.length > 0) doubts += 1;
    }
    return microsSince(before) / asked.length;
  });
  return { micros: median(turns), doubts: doubts / asked.length };
}

/**
 * Measures look-ups. Blocks are read from memory here, because the time of the store is not the
 * index's.
 */
async function measureLookUp(
  index: Index,
  made: readonly MadeSegment[],
  asked: readonly Indicator[],
) {
  const confirm = confirmBy(async ({ file, at, bytes }) => {
    const whole = made[Number(file)]?.file ?? new ArrayBuffer(0);
    return whole.slice(at, at + bytes);
  });
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm };
  const now = Date.now();
  let listed = 0;
  const turns: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    listed = 0;
    const before = process.cpuUsage();
    for (const indicator of asked) {
      if ((await lookUp(knowledge, indicator, now)).verdict.found) listed += 1;
    }
    turns.push(microsSince(before) / asked.length);
  }
  return { micros: median(turns), listed };
}

/** Returns processor time, so that other work on the machine counts less. */
function microsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
