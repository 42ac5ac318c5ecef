import { array, assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { paceOf } from "../../src/webhooks/delivery/pace-store.ts";

const MINUTE_MS = 60_000;
const MOST_AT_ONCE = 4;

/** The times of the calls to an endpoint that always has more to send. */
function callsOf(maxPerMinute: number, wanted: () => number, untilMs: number): number[] {
  const { atOnce, eachMs } = paceOf(maxPerMinute, MOST_AT_ONCE);
  const calls: number[] = [];
  for (let now = 0; now < untilMs;) {
    const count = Math.min(atOnce, wanted());
    for (let call = 0; call < count; call += 1) calls.push(now);
    now += Math.ceil(count * eachMs);
  }
  return calls;
}

/** The least time between two calls that are this many calls apart. */
function leastBetween(calls: readonly number[], apart: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = apart; at < calls.length; at += 1) {
    least = Math.min(least, (calls[at] ?? 0) - (calls[at - apart] ?? 0));
  }
  return least;
}

describe("paceOf", () => {
  it("allows no more calls in any minute than the limit, however many go at once", () => {
    const rounds = array(integer({ min: 1, max: MOST_AT_ONCE }), { minLength: 7 });
    assert(
      property(integer({ min: 1, max: 6_000 }), rounds, (most, sizes) => {
        let round = 0;
        const wanted = () => sizes[round++ % sizes.length] ?? 1;
        const calls = callsOf(most, wanted, 3 * MINUTE_MS);
        expect(leastBetween(calls, most)).toBeGreaterThanOrEqual(MINUTE_MS);
      }),
    );
  });

  it.each([1, 15, 60, 600, 6_000])("allows at least nine tenths of %i calls a minute", (most) => {
    const calls = callsOf(most, () => MOST_AT_ONCE, 10 * MINUTE_MS);
    expect(calls.length / 10).toBeGreaterThanOrEqual(0.9 * most);
  });
});
