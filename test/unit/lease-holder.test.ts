import { describe, expect, it } from "vitest";
import type { LeaseAnswer, LeaseRequest, LeaseTerms } from "../../src/tenants/gate/lease.ts";
import { LeaseHolder } from "../../src/tenants/gate/lease-holder.ts";

const terms: LeaseTerms = {
  status: "active",
  keys: [],
  weights: {},
  priceId: "p",
  burstPerSecond: 1,
  quota: 1_000,
};
const plain: LeaseAnswer = {
  epoch: 1,
  terms,
  period: "2026-01",
  granted: 0,
  remaining: 0,
  ttlMs: 15_000,
  recall: false,
};

/** A holder whose requests are recorded, and answered by these answers in turn. */
function aHolder(...answers: (Partial<LeaseAnswer> | Promise<Partial<LeaseAnswer>>)[]) {
  const asked: LeaseRequest[] = [];
  const holder = new LeaseHolder(async (request) => {
    asked.push(request);
    return { ...plain, ...(await answers[asked.length - 1]) };
  });
  return { holder, asked };
}

function unitsIn(holder: LeaseHolder): number {
  const tickets = [];
  for (let one = holder.take(1); one !== undefined; one = holder.take(1)) tickets.push(one);
  for (const one of tickets) holder.giveBack(one);
  return tickets.length;
}

describe("an isolate's lease", () => {
  it("of a new month neither counts a call of the old month nor gets its units back", async () => {
    const { holder, asked } = aHolder(
      { granted: 9 },
      { period: "2026-02" },
      { period: "2026-02", granted: 4 },
      { period: "2026-02" },
    );
    await holder.renew(0);
    const [kept, failed] = [holder.take(2), holder.take(3)];
    if (kept === undefined || failed === undefined)
      throw new Error("the holder should have nine units");
    await holder.renew(1);
    expect(asked[2]).toMatchObject({ period: null, received: 0, returned: 0, counters: [] });
    holder.keep(kept, "k", "m");
    holder.giveBack(failed);
    expect(unitsIn(holder)).toBe(4);
    await holder.renew(2);
    expect(asked[3]).toMatchObject({ period: "2026-02", received: 4, counters: [] });
    expect(new Set(asked.map(({ leaseId }) => leaseId)).size).toBe(2);
  });

  it("gives units to a waiting call before any later call", async () => {
    const holder = new LeaseHolder(async ({ wants }) => ({ ...plain, granted: wants }));
    const ticket = holder.obtain(1, 0);
    // A rival caller takes units as soon as there are any, and as often as it can.
    const waiting = new Set([ticket]);
    const hasEnded = () => waiting.delete(ticket);
    void ticket.then(hasEnded, hasEnded);
    for (let turn = 0; waiting.size > 0 && turn < 1_000; turn += 1) {
      while (holder.take(1) !== undefined);
      await Promise.resolve();
    }
    expect(await ticket).toMatchObject({ weight: 1 });
  });

  it("serves as many waiting calls as there are units, granted one by one, and a call of any weight", async () => {
    let left = 40;
    const one = new LeaseHolder(async () => {
      const granted = Math.min(1, left);
      left -= granted;
      return { ...plain, granted, remaining: left };
    });
    const tickets = await Promise.all(Array.from({ length: 50 }, async () => one.obtain(1, 0)));
    expect(tickets.filter((ticket) => ticket !== undefined)).toHaveLength(40);
    const large = new LeaseHolder(async ({ wants }) => ({ ...plain, granted: wants }));
    expect(await large.obtain(3_000_000, 0)).toMatchObject({ weight: 3_000_000 });
  });

  it("takes no units from an answer to a request that was given up", async () => {
    const late = Promise.withResolvers<Partial<LeaseAnswer>>();
    const { holder, asked } = aHolder(late.promise, { granted: 5 });
    const first = holder.renew(0);
    await Promise.race([holder.renew(4_999), Promise.resolve()]);
    expect(asked).toHaveLength(1);
    await holder.renew(5_000);
    late.resolve({ granted: 7 });
    await first;
    // The first ends with the second: the late answer itself is still on its way.
    await new Promise(setImmediate);
    expect(unitsIn(holder)).toBe(5);
    await holder.renew(6_000);
    expect(asked.map(({ seq, received }) => [seq, received])).toEqual([
      [1, 0],
      [2, 0],
      [3, 5],
    ]);
  });

  it("serves calls that waited for a given-up request by the next request", async () => {
    const { holder, asked } = aHolder(new Promise(() => {}), { granted: 5 });
    const waiting = [holder.obtain(1, 0), holder.obtain(2, 0), holder.renew(0)] as const;
    await holder.renew(5_000);
    const late = new Promise((resolve) => {
      setTimeout(resolve, 100, "still waits");
    });
    const ended = await Promise.all(waiting.map((one) => Promise.race([one, late])));
    expect(ended).toEqual([
      expect.objectContaining({ weight: 1 }),
      expect.objectContaining({ weight: 2 }),
      undefined,
    ]);
    expect(asked).toHaveLength(2);
    expect(unitsIn(holder)).toBe(2);
  });

  it("hands back units beyond its rate, and says so in its next request", async () => {
    const { holder, asked } = aHolder({ granted: 100 }, {});
    const ticket = await holder.obtain(100, 0);
    if (ticket === undefined) throw new Error("the holder should have a hundred units");
    holder.giveBack(ticket);
    await holder.renew(1);
    expect(asked[1]).toMatchObject({ received: 100, returned: 84, wants: 0 });
    expect(unitsIn(holder)).toBe(16);
  });

  it("hands all its units back when it is recalled", async () => {
    const { holder, asked } = aHolder({ granted: 10 }, { recall: true }, {});
    await holder.renew(0);
    await holder.renew(1);
    expect(unitsIn(holder)).toBe(0);
    await holder.renew(2);
    expect(asked[2]).toMatchObject({ received: 10, returned: 10 });
  });

  it("does not ask again for a second after it was granted nothing", async () => {
    const { holder, asked } = aHolder({}, { granted: 1 });
    expect(await holder.obtain(1, 0)).toBeUndefined();
    expect(await holder.obtain(1, 999)).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(await holder.obtain(1, 1_000)).toBeDefined();
  });

  it("asks again sooner if units came since, even fewer than the call needs", async () => {
    const { holder, asked } = aHolder({}, { granted: 1 }, { granted: 1 });
    expect(await holder.obtain(2, 0)).toBeUndefined();
    await holder.renew(10);
    expect(await holder.obtain(2, 20)).toBeDefined();
    expect(asked).toHaveLength(3);
  });

  it("wants a refresh from half of its time on, and is not known from its end on", async () => {
    const { holder } = aHolder({ granted: 16, ttlMs: 10_000 });
    await holder.renew(0);
    expect([4_999, 5_000].map((now) => holder.wantsRefresh(now))).toEqual([false, true]);
    expect([9_999, 10_000].map((now) => holder.currentLease(now) !== undefined)).toEqual([
      true,
      false,
    ]);
  });

  it("wants a refresh from half of its units on, and asks for what five seconds need", async () => {
    const { holder, asked } = aHolder({ granted: 80 });
    await holder.renew(1_000);
    const spend = () => {
      const ticket = holder.take(1);
      if (ticket !== undefined) holder.keep(ticket, "k", "m");
      return holder.wantsRefresh(2_000);
    };
    const wanted = Array.from({ length: 40 }, spend);
    expect(wanted.indexOf(true)).toBe(39);
    await holder.renew(2_000);
    expect(asked[1]).toMatchObject({ returned: 0, wants: 5 * 40 - 40 });
  });

  it("is not known after the clock went back, and its terms are asked for anew", async () => {
    const { holder, asked } = aHolder({ granted: 16 }, { epoch: 2, terms: { ...terms, quota: 2 } });
    await holder.renew(3_600_000);
    expect(holder.currentLease(3_600_000)).toBeDefined();
    expect(holder.currentLease(0)).toBeUndefined();
    await holder.renew(0);
    expect(asked).toHaveLength(2);
    expect(holder.currentLease(0)?.terms.quota).toBe(2);
  });
});
