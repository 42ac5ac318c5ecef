import { describe, expect, it } from "vitest";
import {
  effectiveState,
  offlineAfter,
  REFRESH_MS,
  staleAfter,
  type StateFacts,
  stateReasons,
} from "../../../src/fleet/effective-state.ts";
import { isOlder, versionStatus } from "../../../src/fleet/semver.ts";

const NOW = Date.UTC(2026, 3, 1);
const S = 1000;
const MISSING_AFTER_MS = 30 * 86_400 * S;
const facts: StateFacts = {
  revoked: false,
  lastSeen: NOW,
  intervalS: 60,
  watched: false,
  health: "healthy",
  conflict: false,
  certificateExpiringFrom: NOW + 1,
};
const after = (ageMs: number, change: Partial<StateFacts> = {}) =>
  effectiveState({ ...facts, certificateExpiringFrom: Infinity, ...change }, NOW + ageMs);

describe("effectiveState", () => {
  it.each<[string, number, Partial<StateFacts>, string]>([
    ["just seen", 0, {}, "online"],
    ["3 intervals, at the second", 180 * S, {}, "online"],
    ["3 intervals and a second", 181 * S, {}, "stale"],
    ["15 minutes, at the second", 900 * S, {}, "stale"],
    ["15 minutes and a second", 901 * S, {}, "offline"],
    ["30 days, at the second", MISSING_AFTER_MS, {}, "offline"],
    ["30 days and a second", MISSING_AFTER_MS + S, {}, "missing"],
    ["a short interval keeps the floor of 180 s", 180 * S, { intervalS: 10 }, "online"],
    ["a short interval, a second beyond the floor", 181 * S, { intervalS: 10 }, "stale"],
    ["a long interval: 3 of them", 900 * S, { intervalS: 300 }, "online"],
    ["a long interval: a second more", 901 * S, { intervalS: 300 }, "stale"],
    ["a long interval: 10 of them", 3000 * S, { intervalS: 300 }, "stale"],
    ["a long interval: a second more than 10", 3001 * S, { intervalS: 300 }, "offline"],
    ["watched, so D1 may lag", 181 * S, { watched: true }, "online"],
    ["watched, at the end of the lag", REFRESH_MS + 180 * S, { watched: true }, "online"],
    ["watched, beyond the lag", REFRESH_MS + 181 * S, { watched: true }, "stale"],
    ["reported error", 0, { health: "error" }, "error"],
    ["reported degraded", 0, { health: "degraded" }, "degraded"],
    ["starting", 0, { health: "starting" }, "online"],
    ["nothing reported", 0, { health: null }, "online"],
    ["in conflict", 0, { conflict: true }, "degraded"],
    ["an error goes before a conflict", 0, { conflict: true, health: "error" }, "error"],
    ["silence goes before an error", 181 * S, { health: "error" }, "stale"],
    [
      "the last tenth of the certificate, at its start",
      0,
      { certificateExpiringFrom: NOW },
      "online",
    ],
    ["the last tenth, a second in", S, { certificateExpiringFrom: NOW }, "degraded"],
    ["never seen", 40 * 86_400 * S, { lastSeen: 0 }, "pending"],
    [
      "revoked goes before everything",
      0,
      { revoked: true, lastSeen: 0, health: "error" },
      "revoked",
    ],
  ])("%s", (_name, age, change, expected) => {
    expect(after(age, change)).toBe(expected);
  });

  it("has thresholds that follow the interval", () => {
    expect([staleAfter(60), staleAfter(61), offlineAfter(90), offlineAfter(91)]).toEqual([
      180 * S,
      183 * S,
      900 * S,
      910 * S,
    ]);
  });
});

describe("stateReasons", () => {
  it("names each reason in a fixed order, and none for a healthy agent", () => {
    const enrolledAt = NOW - 86_400 * S;
    expect(stateReasons({ ...facts, enrolledAt }, NOW)).toEqual([]);
    expect(stateReasons({ ...facts, lastSeen: 0, enrolledAt }, NOW)).toEqual([]);
    expect(stateReasons({ ...facts, lastSeen: 0, enrolledAt: enrolledAt - 1 }, NOW)).toEqual([
      "never_checked_in",
    ]);
    const bad = {
      ...facts,
      health: "error",
      conflict: true,
      certificateExpiringFrom: 0,
      enrolledAt,
    };
    expect(stateReasons(bad, NOW + 181 * S)).toEqual([
      "silent",
      "health_error",
      "identity_conflict",
      "certificate_expiring",
    ]);
  });
});

describe("versionStatus", () => {
  const wanted = { min: "1.2.0", recommended: "1.10.0" };
  it.each([
    [null, "unknown"],
    ["nightly", "unknown"],
    ["1.1.9", "unsupported"],
    ["1.2.0-rc.1", "unsupported"],
    ["1.2.0", "outdated"],
    ["v1.9.9", "outdated"],
    ["1.10.0", "current"],
    ["2.0.0", "current"],
  ] as const)("%s: %s", (version, expected) => {
    expect(versionStatus(version, wanted)).toBe(expected);
  });

  it("orders pre-releases as Semantic Versioning 2.0.0, 11, does", () => {
    const row = "alpha alpha.1 alpha.beta beta beta.2 beta.11 rc.1".split(" ");
    const versions = [...row.map((name) => `1.0.0-${name}`), "1.0.0"];
    for (const [at, version] of versions.entries()) {
      const older = versions.map((than) => isOlder(version, than));
      expect(older).toEqual(versions.map((_than, index) => at < index));
    }
  });

  it("gives no order for versions that cannot be compared", () => {
    expect(isOlder("x", "1.0.0")).toBeUndefined();
  });
});
