import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEASE_GRACE_MS, LEASE_TTL_MS } from "../../src/tenants/gate/lease.ts";
import { QuotaBook } from "../../src/tenants/gate/quota-book.ts";
import { thresholdReached } from "../../src/tenants/gate/thresholds.ts";
import { simulateQuota } from "../support/simulate-quota.ts";

const CALM = { lostQuestions: 0, lostAnswers: 0, lateQuestions: 0, killsPerSecond: 0 };

describe("the quota over many isolates", () => {
  it("is never exceeded by a million calls over 200 isolates, and the book has the allowed calls", async () => {
    const plan = { isolates: 200, callsPerSecond: 1_000, quota: 900_000, seconds: 1_000, seed: 1 };
    const { calls, allowed, book, unusedAtFirstRefusal } = await simulateQuota({
      ...plan,
      ...CALM,
    });
    expect(calls).toBe(1_000_000);
    expect(allowed).toBeLessThanOrEqual(plan.quota);
    expect(book.used).toBe(allowed);
    expect(unusedAtFirstRefusal).toBeLessThanOrEqual(plan.quota * 0.005);
  });

  it("is never exceeded with kills, lost and late questions, lost answers and skewed clocks", async () => {
    const faults = { lostQuestions: 0.05, lostAnswers: 0.05, lateQuestions: 0.05 };
    for (const seed of [2, 3, 4]) {
      const plan = { isolates: 200, callsPerSecond: 2_000, quota: 50_000, seconds: 60, seed };
      const outcome = await simulateQuota({ ...plan, ...faults, killsPerSecond: 2 });
      expect(outcome.allowed).toBeLessThanOrEqual(plan.quota);
      expect(outcome.reported).toBeLessThanOrEqual(outcome.allowed);
      expect(outcome.allowed).toBeGreaterThan(plan.quota * 0.8);
    }
  });

  it("takes fewer than 25 questions to the object in 1,000 calls at a steady load", async () => {
    const plan = { isolates: 10, callsPerSecond: 500, quota: 1e7, seconds: 60, seed: 5, ...CALM };
    const { asked, calls } = await simulateQuota(plan);
    expect((asked / calls) * 1000).toBeLessThan(25);
  });
});

describe("the quota's book", () => {
  const question = fc.record({
    leaseId: fc.constantFrom("a", "b", "c"),
    seq: fc.integer({ min: 1, max: 40 }),
    received: fc.nat({ max: 60 }),
    returned: fc.nat({ max: 10 }),
    units: fc.nat({ max: 30 }),
    wants: fc.nat({ max: 50 }),
    after: fc.nat({ max: 40_000 }),
  });

  it("never grants more than the quota, for any questions in any order, repeated or not", () => {
    fc.assert(
      fc.property(
        fc.array(question, { maxLength: 60 }),
        fc.nat({ max: 100 }),
        (questions, quota) => {
          const book = new QuotaBook(quota);
          let now = 0;
          for (const { leaseId, seq, received, returned, units, wants, after } of questions) {
            now += after;
            const before = book.remaining;
            const counters = [{ priceId: "p", keyId: "k", module: "m", calls: units, units }];
            const request = {
              leaseId,
              seq,
              period: null,
              received,
              returned,
              counters,
              wants,
              epoch: 0,
            };
            const { grant } = book.renew(request, now);
            book.expire(now);
            expect(grant).toBeLessThanOrEqual(Math.max(before, quota));
            expect(book.renew(request, now).grant).toBe(0);
            expect(grant === 0 || book.committed <= quota).toBe(true);
          }
        },
      ),
    );
  });

  it("counts the units of a silent lease as lost, and corrects itself when the lease reports", () => {
    const book = new QuotaBook(100);
    const asking = { leaseId: "a", period: null, returned: 0, epoch: 0 };
    const none = { counters: [] };
    const { grant } = book.renew({ ...asking, ...none, seq: 1, received: 0, wants: 40 }, 0);
    expect(grant).toBe(40);
    expect(book.expire(26_000)).toHaveLength(1);
    expect(book.lostUnits()).toBe(40);
    expect([book.spent, book.used, book.remaining]).toEqual([40, 0, 60]);
    const counters = [{ priceId: "p", keyId: "k", module: "m", calls: 5, units: 5 }];
    book.renew({ ...asking, counters, seq: 2, received: 40, returned: 35, wants: 0 }, 60_000);
    expect([book.lostUnits(), book.used, book.remaining]).toEqual([0, 5, 95]);
  });

  it("counts lost units as spent, but no longer once their lease reports again", () => {
    const book = new QuotaBook(100);
    const asking = { leaseId: "a", period: null, returned: 0, counters: [], wants: 0, epoch: 0 };
    book.renew({ ...asking, seq: 1, received: 0, wants: 40 }, 0);
    for (const [seq, now] of [
      [2, 30_000],
      [3, 60_000],
    ] as const) {
      expect(book.expire(now)).toHaveLength(1);
      expect(book.expire(now)).toEqual([]);
      expect([book.spent, book.remaining]).toEqual([40, 60]);
      book.renew({ ...asking, seq, received: 40 }, now);
      expect([book.spent, book.remaining]).toEqual([0, 60]);
    }
  });

  it("takes back units granted in an answer that never arrived", () => {
    const book = new QuotaBook(100);
    const asking = { leaseId: "a", period: null, returned: 0, counters: [], wants: 0, epoch: 0 };
    book.renew({ ...asking, seq: 1, received: 0, wants: 40 }, 0);
    book.renew({ ...asking, seq: 2, received: 40, wants: 20 }, 1);
    expect(book.remaining).toBe(40);
    book.renew({ ...asking, seq: 3, received: 40 }, 2);
    expect(book.remaining).toBe(60);
  });

  it("gives a lease up at the end of its grace, and grants larger shares to others from then on", () => {
    const asking = { period: null, seq: 1, received: 0, returned: 0, counters: [], epoch: 0 };
    const opened = () => {
      const book = new QuotaBook(100);
      book.renew({ ...asking, leaseId: "a", wants: 40 }, 0);
      return book;
    };
    const given = (now: number) =>
      opened().renew({ ...asking, leaseId: "b", wants: 100 }, now).grant;
    const end = LEASE_TTL_MS + LEASE_GRACE_MS;
    expect([opened().expire(end - 1).length, opened().expire(end).length]).toEqual([0, 1]);
    expect([given(end - 1), given(end)]).toEqual([15, 30]);
  });

  it("has the same sums after it is opened again from its leases", () => {
    const book = new QuotaBook(100);
    const counters = [{ priceId: "p", keyId: "k", module: "m", calls: 5, units: 5 }];
    book.renew(
      {
        leaseId: "a",
        seq: 1,
        period: null,
        received: 0,
        returned: 0,
        counters,
        wants: 9,
        epoch: 0,
      },
      0,
    );
    const again = new QuotaBook(100, [...book.leases.values()]);
    expect([again.used, again.remaining]).toEqual([book.used, book.remaining]);
  });
});

describe("thresholdReached", () => {
  it.each([
    { spent: 4_999, told: 0, percent: undefined },
    { spent: 5_000, told: 0, percent: 50 },
    { spent: 7_999, told: 50, percent: undefined },
    { spent: 8_000, told: 50, percent: 80 },
    { spent: 9_999, told: 80, percent: undefined },
    { spent: 10_000, told: 50, percent: 100 },
    { spent: 12_000, told: 100, percent: undefined },
  ])("for $spent of 10,000 spent and $told told is $percent", ({ spent, told, percent }) => {
    expect(thresholdReached(spent, 10_000, told)).toBe(percent);
  });

  it("is undefined for a quota of 0", () => {
    expect(thresholdReached(0, 0, 0)).toBeUndefined();
  });
});
