import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bucket } from "../../../src/fleet/agent/bucket.ts";
import { noticeSilence } from "../../../src/fleet/agent/notice-silence.ts";
import type { AgentRecord } from "../../../src/fleet/agent/record.ts";
import { readReport } from "../../../src/fleet/agent/report.ts";
import { MIN_RETRY_SECONDS, retryAfter, spreadInterval } from "../../../src/fleet/spread.ts";
import { spreadRefusal } from "../../../src/fleet/spread-refusal.ts";
import { isRefusal, refuse } from "../../../src/http/index.ts";

const AGENTS = 100_000;
const idOf = (n: number) => `0198c0de-${n.toString(16).padStart(8, "0")}-7000-8000-0000`;

describe("spreadInterval", () => {
  it("stays within a tenth of the interval, is fixed for each agent and differs between agents", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 10, max: 86_400 }), (id, interval) => {
        const own = spreadInterval(id, interval);
        expect(own).toBeGreaterThanOrEqual(Math.floor(interval * 0.9));
        expect(own).toBeLessThanOrEqual(Math.ceil(interval * 1.1));
        expect(spreadInterval(id, interval)).toBe(own);
      }),
    );
    const own = new Set(Array.from({ length: 1000 }, (_, n) => spreadInterval(idOf(n), 600)));
    expect(own.size).toBeGreaterThan(110);
  });
});

describe("retryAfter", () => {
  it("is never under 30 s, and the bound does not narrow the spread", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 3600 }), (id, interval) => {
        expect(retryAfter(id, interval)).toBeGreaterThanOrEqual(MIN_RETRY_SECONDS);
      }),
    );
    const waits = new Set(Array.from({ length: 1000 }, (_, n) => retryAfter(idOf(n), 60, 1)));
    expect(waits.size).toBeGreaterThan(55);
  });
});

type Next = (agent: number, second: number, load: number) => number;
const OUTAGE_S = 28 * 60;

/**
 * 100,000 agents, cut off for 28 minutes: each goes on at its own interval and is refused, by the
 * edge or by its own timeout, without an answer. What it meets afterwards is an answer or a refusal,
 * whose Retry-After comes from the product's own function.
 */
function anOutage(intervalS: number) {
  const endS = OUTAGE_S + 20 * intervalS;
  const ids = Array.from({ length: AGENTS }, (_, n) => idOf(n));
  const own = ids.map((id) => spreadInterval(id, intervalS));
  const retry = ids.map((id) => retryAfter(id, intervalS));
  const ownOf = (n: number) => own[n] ?? 0;
  return {
    steady: AGENTS / intervalS,
    ownOf,
    retryOf: (n: number) => retry[n] ?? 0,
    /** How far into its interval an agent is at the beginning. */
    phase: (n: number) => Math.floor((((n * 2_654_435_761) >>> 0) / 2 ** 32) * ownOf(n)),
    /** Requests in each second; `next` says how long an agent waits after its request of a second. */
    simulate: (start: (n: number) => number, next: Next): number[] => {
      const due = Array.from({ length: endS + 1 }, (): number[] => []);
      for (let n = 0; n < AGENTS; n += 1) due[start(n)]?.push(n);
      return due.map((agents, second) => {
        agents.forEach((n, index) => due[second + next(n, second, index)]?.push(n));
        return agents.length;
      });
    },
    /** Requests a second in the busiest sixtieth of an interval, so that chance counts alike. */
    peak: (perSecond: number[]) => {
      const step = intervalS / 60;
      const after = perSecond.slice(OUTAGE_S);
      const sumFrom = (_: number, second: number) =>
        after.slice(second, second + step).reduce((sum, count) => sum + count, 0) / step;
      return Math.max(...after.map(sumFrom));
    },
  };
}

describe("after an outage of 28 minutes", () => {
  const { simulate, peak, phase, ownOf, retryOf, steady } = anOutage(60);

  it("the peak is at most 1.5 times the steady rate when agents keep to their interval", () => {
    expect(peak(simulate(phase, ownOf))).toBeLessThanOrEqual(1.5 * steady);
  });

  it("the peak is at most 1.5 times the steady rate when all are refused at once with a Retry-After", () => {
    const all = simulate(
      () => OUTAGE_S - 1,
      (n, second) => (second === OUTAGE_S - 1 ? retryOf(n) : ownOf(n)),
    );
    expect(all[OUTAGE_S - 1]).toBe(AGENTS);
    expect(peak(all)).toBeLessThanOrEqual(1.5 * steady);
  });

  it.each([60, 600])(
    "the peak is at most 1.5 times the steady rate of one call in %i s when requests above it are refused",
    (intervalS) => {
      const outage = anOutage(intervalS);
      const perSecond = outage.simulate(outage.phase, (n, second, load) =>
        second < OUTAGE_S || load >= outage.steady ? outage.retryOf(n) : outage.ownOf(n),
      );
      expect(outage.peak(perSecond)).toBeLessThanOrEqual(1.5 * outage.steady);
    },
  );

  it("the peak is over 10 times the steady rate if all agents are told the same second", () => {
    const all = simulate(
      () => OUTAGE_S - 1,
      (n, second) => (second === OUTAGE_S - 1 ? 60 : ownOf(n)),
    );
    expect(peak(all)).toBeGreaterThan(10 * steady);
  });
});

describe("Bucket", () => {
  it("gives its burst, then its rate", () => {
    const bucket = new Bucket({ perSecond: 2, burst: 3 });
    const take = (now: number) => bucket.take(now);
    expect([take(0), take(0), take(0), take(0)]).toEqual([true, true, true, false]);
    expect([take(499), take(500), take(500)]).toEqual([false, true, false]);
    expect(take(100)).toBe(false);
  });
});

describe("noticeSilence", () => {
  const record = (lastSeen: number, silence: "none" | "stale" | "offline" = "none") =>
    ({
      profile: { intervalS: 60, revokedAt: null, silence, seq: 4, watched: true },
      pulse: { lastSeen },
    }) as AgentRecord;

  it.each([
    ["in time: look again at the earliest moment", 180_000, "none", undefined, 180_001],
    ["a moment over: stale, and look again for offline", 180_001, "none", "stale", 900_001],
    ["stale and known: only look again", 300_000, "stale", undefined, 900_001],
    ["stale until offline", 900_001, "stale", "offline", undefined],
    ["slept through both: offline at once", 900_001, "none", "offline", undefined],
    ["offline and known: nothing more to do", 10_000_000, "offline", undefined, undefined],
  ] as const)("%s", (_name, age, silence, expected, next) => {
    const base = Date.UTC(2026, 0);
    const noticed = noticeSilence(record(base, silence), base + age);
    expect(noticed.profile?.silence).toBe(expected);
    expect(noticed.next).toBe(next === undefined ? undefined : base + next);
    if (noticed.profile !== undefined) {
      expect(noticed.profile).toMatchObject({ seq: 5, watched: false, owed: true });
    }
  });

  it("does not look again for a revoked agent", () => {
    const { profile, pulse } = record(1);
    const revoked = { profile: { ...profile, revokedAt: 2 }, pulse } as AgentRecord;
    expect(noticeSilence(revoked, 180_002)).toEqual({ profile: undefined, next: undefined });
  });
});

describe("readReport", () => {
  it("accepts any JSON and gives a known health or null", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (machine, agent, status) => {
        const texts = [machine, agent, status].map((each) => JSON.stringify(each));
        const [m = "", a = "", s = ""] = texts;
        const report = readReport({ machine: m, agent: a, status: s });
        expect([null, "healthy", "degraded", "error", "starting"]).toContain(report.health);
      }),
    );
  });
});

describe("spreadRefusal", () => {
  const busy = refuse(503, "busy", "Busy.", { retryAfterSeconds: 77 });

  it("spreads the Retry-After of agents refused at the same moment", () => {
    const waits = Array.from({ length: 1000 }, (_, n) => {
      const said = spreadRefusal(busy, idOf(n));
      return isRefusal(said) ? (said.retryAfterSeconds ?? 0) : 0;
    });
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(77);
    expect(Math.max(...waits)).toBeLessThanOrEqual(77 + 60 * 1.1 + 1);
    expect(new Set(waits).size).toBeGreaterThan(50);
  });

  it("leaves a result and other refusals unchanged", () => {
    expect(spreadRefusal("stored", "a")).toBe("stored");
    const gone = refuse(410, "gone", "Gone.");
    expect(spreadRefusal(gone, "a")).toBe(gone);
  });
});
