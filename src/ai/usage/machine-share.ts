import type { Limits } from "./spend-book.ts";

/** What nobody waits for as people wait for an answer: messages under inspection, and indexing. */
const BY_MACHINES = new Set(["inspection", "index"]);
const SHARE = 0.5;

export function isByMachine(operation: string): boolean {
  return BY_MACHINES.has(operation);
}

/** The part of a count that machines may use up, so that the rest is left to people; one at least. */
export function shareOf({ callsPerMinute, callsPerDay, concurrent }: Limits) {
  return {
    perMinute: part(callsPerMinute),
    perDay: callsPerDay === undefined ? undefined : part(callsPerDay),
    concurrent: part(concurrent),
  };
}

function part(limit: number): number {
  return Math.max(1, Math.floor(limit * SHARE));
}
