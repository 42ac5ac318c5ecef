import { describe, expect, it } from "vitest";
import { findDue } from "../../../src/intel/refresh/find-due.ts";
import type { KnownSource } from "../../../src/intel/store.ts";

const NOW = Date.UTC(2026, 0, 10);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

interface Row {
  every: number;
  ago: number;
  failed?: boolean;
}

/** The ids of the sources that are due, in their order. */
function dueOf(rows: Record<string, Row>): string[] {
  const sources = Object.entries(rows).map(([id, { every, ago, failed = false }]) => ({
    source: { id, intervalSeconds: every / 1000 },
    row: { id, checkedAt: NOW - ago, failedAt: failed ? NOW - ago : null },
  }));
  return findDue(sources as KnownSource[], NOW).map(({ source }) => source.id);
}

describe("the sources that are due", () => {
  it("come in the order in which they became due, whatever their intervals", () => {
    const rows = {
      daily: { every: DAY, ago: DAY + MINUTE },
      hourly: { every: HOUR, ago: HOUR + 3 * MINUTE },
      quick: { every: 5 * MINUTE, ago: 9 * MINUTE },
      new: { every: DAY, ago: NOW },
      early: { every: HOUR, ago: HOUR - 1 },
    };
    expect(dueOf(rows)).toEqual(["new", "quick", "hourly", "daily"]);
  });

  it("come an interval later in the order if they fail, but not behind for good", () => {
    const good = { every: 5 * MINUTE, ago: 5 * MINUTE };
    const failing = { every: 5 * MINUTE, failed: true };
    const rows = {
      waiting: { ...failing, ago: 9 * MINUTE },
      good,
      tired: { ...failing, ago: 11 * MINUTE },
    };
    expect(dueOf(rows)).toEqual(["tired", "good", "waiting"]);
  });

  it("are those of a clock that was set back too", () => {
    expect(dueOf({ ahead: { every: HOUR, ago: -2 * HOUR } })).toEqual(["ahead"]);
  });
});
