import { fuse } from "../../../src/intel/fusion/fuse.ts";
import { weigh } from "../../../src/intel/fusion/weigh.ts";
import { NO_WEIGHT } from "../../../src/intel/segments/table.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";
import type { Decay, Source } from "../../../src/intel/sources/source.ts";

const DAY_SECONDS = 86_400;
const NOTHING_SPECIAL = { rented: [], isDocumentation: false };
/** Any time will do: only the time between it and the listing counts. */
const NOW = Date.parse("2026-01-01T00:00:00Z");

export function sourceOf(id: string): Source {
  const source = BUILT_IN.get(id);
  if (source === undefined) throw new Error(`There is no source ${id}.`);
  return source;
}

export function withDecay(source: Source, decay: Decay): Source {
  return { ...source, decay };
}

/** Returns what the fusion says so many days after a source has taken an indicator off its list. */
export function verdictAfter(source: Source, days: number) {
  const gone = days === 0 ? 0 : Math.round(NOW / 1000 - days * DAY_SECONDS);
  const evidence = {
    source,
    scope: "exact",
    row: { first: 0, last: 0, gone, weight: NO_WEIGHT, trait: 0 },
    trait: {},
    confirmedAt: NOW,
    isAddress: source.kind === "ip",
    depth: 0,
  } as const;
  return fuse(weigh([evidence], NOTHING_SPECIAL, NOW), false, NOW);
}

/** Returns the confidence of the fusion as a chance. */
export function chanceAfter(source: Source, days: number): number {
  return verdictAfter(source, days).confidence / 100;
}
