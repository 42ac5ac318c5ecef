import { describe, expect, it } from "vitest";
import { CallCounters } from "../../src/tenants/gate/call-counters.ts";
import { rateLimitHeaders, secondsLeft } from "../../src/tenants/gate/rate-limit-headers.ts";

const DAY_SECONDS = 86_400;
const END_OF_JANUARY = Date.UTC(2026, 1, 1);

describe("the month's limit", () => {
  it("ends in a number of seconds that is rounded up, and never 0", () => {
    for (const [before, seconds] of [
      [1_001, 2],
      [1_000, 1],
      [999, 1],
      [1, 1],
      [0, 28 * DAY_SECONDS],
    ] as const) {
      expect([before, secondsLeft(END_OF_JANUARY - before)]).toEqual([before, seconds]);
    }
  });

  it("has a window of the days of its own month", () => {
    expect(rateLimitHeaders(500, 7, END_OF_JANUARY - 2_000)).toEqual({
      "ratelimit-policy": `"month";q=500;w=${31 * DAY_SECONDS}`,
      ratelimit: `"month";r=7;t=2`,
    });
    expect(rateLimitHeaders(500, 500, END_OF_JANUARY)).toEqual({
      "ratelimit-policy": `"month";q=500;w=${28 * DAY_SECONDS}`,
      ratelimit: `"month";r=500;t=${28 * DAY_SECONDS}`,
    });
  });
});

describe("the counted calls of a lease", () => {
  it("are kept apart by price, key and module, even if only one of the three changes", () => {
    const counters = new CallCounters();
    const calls = [
      ["old", "a", "ipsearch"],
      ["new", "a", "ipsearch"],
      ["new", "b", "ipsearch"],
      ["new", "b", "dnssearch"],
      ["old", "a", "ipsearch"],
    ] as const;
    for (const [priceId, keyId, module] of calls) counters.add(priceId, keyId, module, 2);
    expect(counters.copy()).toEqual([
      { priceId: "old", keyId: "a", module: "ipsearch", calls: 2, units: 4 },
      { priceId: "new", keyId: "a", module: "ipsearch", calls: 1, units: 2 },
      { priceId: "new", keyId: "b", module: "ipsearch", calls: 1, units: 2 },
      { priceId: "new", keyId: "b", module: "dnssearch", calls: 1, units: 2 },
    ]);
  });
});
