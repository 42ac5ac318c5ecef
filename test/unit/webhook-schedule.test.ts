import { describe, expect, it } from "vitest";
import type { AttemptRow } from "../../src/webhooks/delivery/delivery-log.ts";
import type { Delivery } from "../../src/webhooks/delivery/delivery-store.ts";
import { isBehind } from "../../src/webhooks/delivery/is-behind.ts";
import {
  deadAfter,
  failuresLeft,
  isDead,
  nextAttemptAt,
  probeDelay,
  warningDue,
} from "../../src/webhooks/delivery/schedule.ts";
import type { EndpointHealth } from "../../src/webhooks/delivery/schemas.ts";
import { showDelivery } from "../../src/webhooks/show.ts";

const NOW = 1_000_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const middle = () => 0.5;

describe("the next attempt of a delivery", () => {
  it.each([
    [1, 5 * SECOND_MS],
    [2, 5 * MINUTE_MS],
    [3, 30 * MINUTE_MS],
    [4, 2 * HOUR_MS],
    [5, 5 * HOUR_MS],
    [6, 10 * HOUR_MS],
    [7, 14 * HOUR_MS],
    [8, 20 * HOUR_MS],
    [9, 24 * HOUR_MS],
  ])("after attempt %i is in %i ms, give or take a fifth", (attempts, delay) => {
    const after = (random: number) => nextAttemptAt(attempts, undefined, NOW, () => random);
    expect([after(0), after(0.5), after(1)]).toEqual([
      NOW + 0.8 * delay,
      NOW + delay,
      NOW + 1.2 * delay,
    ]);
  });

  it("does not exist after the tenth, whatever the receiver asks for", () => {
    expect(nextAttemptAt(10, undefined, NOW, middle)).toBeNull();
    expect(nextAttemptAt(10, 60, NOW, middle)).toBeNull();
  });

  it("is when the receiver asks for it, but not before its scheduled time and within a day", () => {
    expect(nextAttemptAt(1, 60, NOW, middle)).toBe(NOW + MINUTE_MS);
    expect(nextAttemptAt(1, 1, NOW, middle)).toBe(NOW + 5 * SECOND_MS);
    expect(nextAttemptAt(1, 90_000, NOW, middle)).toBe(NOW + DAY_MS);
  });
});

describe("nextAt in the log of a delivery", () => {
  const none = { error: null, response: null, signed: null };
  const failed = { ...none, event_id: "e", at: NOW, next_at: NOW + HOUR_MS } as AttemptRow;
  const nexts = (due_at: number | null) =>
    showDelivery({ event_id: "e", created_at: NOW, due_at } as unknown as Delivery, [
      failed,
      failed,
    ]).attempts.map((one) => "nextAt" in one);

  it("is missing only for the last attempt of a delivery that was given up", () => {
    expect(nexts(NOW + HOUR_MS)).toEqual([true, true]);
    expect(nexts(null)).toEqual([true, false]);
  });
});

describe("an endpoint with overdue deliveries", () => {
  const isLate = (overdueMs: number, failingSince: string | null = null) => {
    const overdueSince = new Date(NOW).toISOString();
    return isBehind({ overdueSince, failingSince } as EndpointHealth, NOW + overdueMs);
  };

  it("is behind after more than an hour, unless all its deliveries fail", () => {
    expect([HOUR_MS, HOUR_MS + 1].map((ms) => isLate(ms))).toEqual([false, true]);
    expect(isLate(HOUR_MS + 1, new Date(NOW).toISOString())).toBe(false);
  });
});

describe("an endpoint that fails without a break", () => {
  it("has its breaker open from the tenth failure on, and is probed ever more rarely, up to hourly", () => {
    expect([0, 9, 10, 11].map(failuresLeft)).toEqual([10, 1, 0, 0]);
    expect([0, 9].map(probeDelay)).toEqual([null, null]);
    const minutes = [10, 11, 12, 13, 14, 1_000].map((at) => (probeDelay(at) ?? 0) / MINUTE_MS);
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it("is dead after both twenty failures and five days, to the millisecond", () => {
    const end = deadAfter(NOW);
    expect(end).toBe(NOW + 5 * DAY_MS);
    expect(isDead(20, NOW, end)).toBe(true);
    expect(isDead(20, NOW, end - 1)).toBe(false);
    expect(isDead(19, NOW, end + DAY_MS)).toBe(false);
  });

  it.each([50, 70, 90])(
    "has a warning due at %i percent of both limits, and not of one alone",
    (percent) => {
      const [failures, part] = [percent / 5, (5 * 24 * 60 * MINUTE_MS * percent) / 100];
      const before = { 50: 0, 70: 50, 90: 70 }[percent];
      expect(warningDue(failures, NOW, NOW + part)).toBe(percent);
      expect(warningDue(failures, NOW, NOW + part - 1)).toBe(before);
      expect(warningDue(failures - 1, NOW, NOW + part)).toBe(before);
    },
  );
});
