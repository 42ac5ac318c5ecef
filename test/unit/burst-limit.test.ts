import { describe, expect, it } from "vitest";
import { BURST_SECONDS, BurstLimit } from "../../src/tenants/gate/burst.ts";

const PER_SECOND = 10;
const AT_ONCE = PER_SECOND * BURST_SECONDS;
const NOW = 1_800_000_000_000;

/** How many calls pass at a moment. */
function passing(limit: BurstLimit, now: number): number {
  let passed = 0;
  while (limit.pass("key", PER_SECOND, now) === 0) passed += 1;
  return passed;
}

describe("the burst limit of a key", () => {
  it("passes a full burst at once, then its rate per second", () => {
    const limit = new BurstLimit();
    expect(passing(limit, NOW)).toBe(AT_ONCE);
    expect(passing(limit, NOW + 1_000)).toBe(PER_SECOND);
    expect(passing(limit, NOW + 3_600_000)).toBe(AT_ONCE);
  });

  it("keeps the calls that are left if the clock is set back, and refills from there", () => {
    const limit = new BurstLimit();
    expect(limit.pass("key", PER_SECOND, NOW)).toBe(0);
    expect(passing(limit, NOW - 3_600_000)).toBe(AT_ONCE - 1);
    expect(limit.pass("key", PER_SECOND, NOW - 3_600_000)).toBe(1);
    expect(passing(limit, NOW - 3_599_000)).toBe(PER_SECOND);
  });
});
