import type { Limits } from "./spend-book.ts";

/** Operations for which no person waits: messages under inspection, and indexing. */
const BY_MACHINES = new Set(["inspection", "index"]);
const SHARE = 0.5;

export function isByMachine(operation: string): boolean {
  return BY_MACHINES.has(operation);
}

/** The part of each limit that machines may use up, at least one. The rest is left to people. */
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
