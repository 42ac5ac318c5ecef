import { describe, expect, it } from "vitest";
import { fileIn, filesFor, offeredFiles } from "../../src/portal/audit/export-parts.ts";
import { findTroubled } from "../../src/portal/jobs/is-late.ts";
import { freshnessOf } from "../../src/portal/sources/freshness.tsx";
import { missedSince } from "../../src/portal/webhooks/missed-since.ts";

describe("the files of the audit log", () => {
  it("hold 5,000 lines each, and the page links to the first twenty of several", () => {
    expect([1, 5_000, 5_001].map(filesFor)).toEqual([1, 1, 2]);
    expect([5_000, 5_001, 10_001].map(offeredFiles)).toEqual([[], [1, 2], [1, 2, 3]]);
    expect(offeredFiles(5_000 * 100)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  it("are asked for by number; anything else is the first", () => {
    const asked = ["2", "99999", "0", "-1", "1.5", "100000", "two", undefined];
    expect(asked.map(fileIn)).toEqual([2, 99_999, 1, 1, 1, 1, 1, 1]);
  });
});

describe("what is late", () => {
  it("is a job that missed more than two turns", () => {
    const run = { job: "sweepEvents", startedAt: 0, reason: null };
    const late = (now: number) => findTroubled([run as never], now).length;
    expect([120_000, 120_001].map(late)).toEqual([0, 1]);
  });

  it("is a fetched feed that is older than two intervals", () => {
    const aged = (ageSeconds: number) =>
      freshnessOf({ ageSeconds, refresh: true, intervalSeconds: 300 });
    expect([600, 601].map(aged)).toEqual(["fresh", "late"]);
  });
});

describe("the period that an endpoint missed", () => {
  it("begins five minutes before its first failure, since an event is older than its call", () => {
    const failing = { failingSince: "2026-03-01T00:02:30.000Z" };
    expect(missedSince(failing as never)).toBe("2026-02-28T23:57");
    expect(missedSince({ failingSince: null } as never)).toBe("");
  });
});
