import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeSql } from "../../scripts/eval/node-sql.ts";
import { limitsOf } from "../../src/ai/settings/tenant-ai.ts";
import type { CallEnd } from "../../src/ai/usage/metered-call.ts";
import { overLimit } from "../../src/ai/usage/over-limit.ts";
import { costOf } from "../../src/ai/usage/prices.ts";
import { ABANDONED_MS, SpendBook } from "../../src/ai/usage/spend-book.ts";

const AT = Date.UTC(2026, 10, 21, 12);
const WIDE = { callsPerMinute: 1_000_000, concurrent: 1_000_000 };

function start(id: string, at = AT) {
  const who = { tenantId: "t", userId: "u", operation: "chat", provider: "p", model: "m" };
  return { ...who, id, unit: "token" as const, traceId: "x", at };
}

function end(costMicros: number | null, outcome: CallEnd["outcome"] = "ok"): CallEnd {
  const known = outcome === "ok" ? 1 : null;
  const units = { unitsIn: known, unitsOut: known, pricingVersion: "v" };
  return { ...units, outcome, costMicros, latencyMs: 1, statusCode: 200 };
}

const step = fc.oneof(
  fc.record({ kind: fc.constant("reserve" as const), micros: fc.nat(60) }),
  fc.record({
    kind: fc.constant("settle" as const),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant("lose" as const) }),
  fc.record({ kind: fc.constant("release" as const) }),
  fc.record({ kind: fc.constant("abandon" as const) }),
);

describe("the limits of a tenant", () => {
  it("are each the lower of the tenant's own limit and the operators' ceiling", () => {
    const lower = {
      monthlyMicroUsd: 1,
      monthlyTokens: 1,
      callsPerDay: 1,
      callsPerMinute: 1,
      concurrent: 1,
    };
    const higher = Object.fromEntries(Object.keys(lower).map((name) => [name, 2]));
    expect(limitsOf({ limits: higher, ceiling: lower })).toEqual(lower);
    expect(limitsOf({ limits: lower, ceiling: higher })).toEqual(lower);
    expect(limitsOf({ ceiling: higher })).toEqual(higher);
  });
});

describe("SpendBook", () => {
  it("never lets spent and reserved amounts together exceed the budget, in any order of events", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.nat(200), (steps, monthlyMicroUsd) => {
        const book = new SpendBook(nodeSql());
        const limits = { ...WIDE, monthlyMicroUsd };
        const open: { id: string; micros: number }[] = [];
        let paid = 0;
        let unknown = 0;
        let now = AT;
        for (const [at, one] of steps.entries()) {
          if (one.kind === "reserve") {
            const { micros } = one;
            const call = start(String(at), now);
            const fits =
              paid + unknown + open.reduce((sum, { micros: held }) => sum + held, micros) <=
              monthlyMicroUsd;
            const answer = book.reserve({ call, micros, tokens: 0, limits });
            expect(answer).toBe(fits ? "reserved" : "budget");
            if (fits) open.push({ id: call.id, micros });
          } else if (one.kind === "abandon") {
            now += ABANDONED_MS;
            expect(book.abandon(now)).toBe(false);
            unknown += open.splice(0).reduce((sum, { micros }) => sum + micros, 0);
          } else {
            const first = open.shift();
            if (first === undefined) continue;
            if (one.kind === "release") book.release(first.id);
            else if (one.kind === "lose") {
              book.settle(first.id, end(null, "unknown"));
              unknown += first.micros;
            } else {
              const cost = Math.floor(first.micros * one.share);
              book.settle(first.id, end(cost));
              // A call that is settled twice counts once.
              book.settle(first.id, end(cost));
              paid += cost;
            }
          }
          const held = open.reduce((sum, { micros }) => sum + micros, 0);
          expect(book.account("2026-11")).toMatchObject({
            spentMicros: paid + unknown + held,
            unconfirmedMicros: unknown + held,
          });
          expect(paid + unknown + held).toBeLessThanOrEqual(monthlyMicroUsd);
        }
      }),
    );
  });

  it("keeps each ended call for the ledger until it is cleared, and no released call", () => {
    const book = new SpendBook(nodeSql());
    for (const id of ["a", "b", "c", "d"]) {
      book.reserve({ call: start(id), micros: 5, tokens: 9, limits: WIDE });
    }
    book.settle("a", end(3));
    book.release("b");
    book.settle("c", end(null, "failed"));
    expect(book.abandon(AT + ABANDONED_MS)).toBe(false);
    const rows = book.outbox
      .waiting(10)
      .map(({ id, outcome, costMicros }) => [id, outcome, costMicros]);
    expect(rows).toEqual([
      ["a", "ok", 3],
      ["c", "failed", null],
      ["d", "unknown", null],
    ]);
    book.outbox.clear(["a", "d"]);
    expect(book.outbox.waiting(10).map(({ id }) => id)).toEqual(["c"]);
    expect(book.account("2026-11")).toEqual({
      spentMicros: 8,
      // Two tokens of the call that answered; nine of the abandoned one, whose use is unknown.
      spentTokens: 11,
      unconfirmedMicros: 5,
    });
  });

  it.each([
    ["calls a minute", { callsPerMinute: 2 }, "minute", 60_000],
    ["calls a day", { callsPerDay: 2 }, "day", 86_400_000],
    ["tokens a month", { monthlyTokens: 20 }, "budget", 31 * 86_400_000],
  ])(
    "refuses a call beyond the limit of %s, and accepts one in the next period",
    (_what, limits, over, later) => {
      const book = new SpendBook(nodeSql());
      const ask = (id: string, at: number) =>
        book.reserve({
          call: start(id, at),
          micros: 0,
          tokens: 10,
          limits: { ...WIDE, ...limits },
        });
      expect([ask("a", AT), ask("b", AT), ask("c", AT)]).toEqual(["reserved", "reserved", over]);
      expect(ask("d", AT + later)).toBe("reserved");
    },
  );

  it("refuses a call beyond the limit of concurrent calls until one of them has ended", () => {
    const book = new SpendBook(nodeSql());
    const limits = { ...WIDE, concurrent: 1 };
    const ask = (id: string) => book.reserve({ call: start(id), micros: 0, tokens: 0, limits });
    expect([ask("a"), ask("b")]).toEqual(["reserved", "concurrent"]);
    book.settle("a", end(0));
    expect(ask("c")).toBe("reserved");
  });

  it("counts a call as concurrent until the moment it is abandoned", () => {
    const book = new SpendBook(nodeSql());
    const limits = { ...WIDE, concurrent: 1 };
    const ask = (id: string, at: number) =>
      book.reserve({ call: start(id, at), micros: 0, tokens: 0, limits });
    expect(ask("a", AT)).toBe("reserved");
    expect(ask("b", AT + ABANDONED_MS - 1)).toBe("concurrent");
    expect(book.abandon(AT + ABANDONED_MS - 1)).toBe(true);
    // No sweep has run since, but the call no longer counts.
    expect(ask("c", AT + ABANDONED_MS)).toBe("reserved");
  });

  it("deletes the counts of past minutes and days, and keeps those of the current ones", () => {
    const sql = nodeSql();
    const book = new SpendBook(sql);
    const limits = { ...WIDE, callsPerMinute: 2, callsPerDay: 3 };
    const ask = (id: string, at = AT) =>
      book.reserve({ call: start(id, at), micros: 0, tokens: 0, limits });
    const names = () => sql.all("SELECT name FROM spend_windows ORDER BY name");
    expect([ask("a"), ask("b")]).toEqual(["reserved", "reserved"]);
    book.abandon(AT + 59_999);
    expect(ask("c", AT + 59_999)).toBe("minute");
    book.abandon(AT + 60_000);
    expect(names()).toEqual([{ name: "2026-11-21" }]);
    expect([ask("d", AT + 60_000), ask("e", AT + 60_000)]).toEqual(["reserved", "day"]);
    book.abandon(AT + 86_400_000);
    expect(names()).toEqual([]);
  });
});

describe("a cost", () => {
  it.each([
    ["a part of a micro-dollar counts as a whole one", { unitsIn: 1, unitsOut: 0 }, 1],
    ["a whole micro-dollar stays one", { unitsIn: 0, unitsOut: 4 }, 1],
    ["nothing costs nothing", { unitsIn: 0, unitsOut: 0 }, 0],
    ["cached input costs less", { unitsIn: 100, unitsOut: 8, cachedIn: 80 }, 13],
  ])("is rounded up once, for the whole call: %s", (_what, used, micros) => {
    const perMillion = { inputPerMillion: 500_000, outputPerMillion: 250_000 };
    const price = { ...perMillion, cachedInputPerMillion: 1_000, version: "v" };
    // 20 fresh tokens at half a micro-dollar are 10, 80 cached ones 0.08 and 8 output tokens 2.
    expect(costOf(price, used)).toBe(micros);
  });
});

describe("a spend limit", () => {
  it.each([
    ["minute", AT + 59_999, 1],
    ["minute", AT, 60],
    ["day", AT, 43_200],
    ["day", AT + 43_200_000 - 1, 1],
    ["budget", AT, 9.5 * 86_400],
    ["concurrent", AT, 2],
  ] as const)(
    "refuses with 429 over the %s limit at %i, with a retry after %i s",
    (over, now, wait) => {
      expect(overLimit(over, now)).toMatchObject({ status: 429, retryAfterSeconds: wait });
    },
  );

  it("leaves machines half of the tenant's limit, at least one call, and people all of it", () => {
    const take = (limits: object, operations: string[]) => {
      const book = new SpendBook(nodeSql());
      return operations.map((operation, at) =>
        book.reserve({
          call: { ...start(String(at)), operation },
          micros: 0,
          tokens: 0,
          limits: { ...WIDE, ...limits },
        }),
      );
    };
    const machines = ["inspection", "index", "inspection"];
    expect(take({ concurrent: 4 }, [...machines, "chat", "chat", "chat"])).toEqual([
      "reserved",
      "reserved",
      "concurrent",
      "reserved",
      "reserved",
      "concurrent",
    ]);
    expect(take({ concurrent: 4 }, ["chat", "chat", "index"])).toEqual(
      Array.from({ length: 3 }, () => "reserved"),
    );
    expect(take({ callsPerMinute: 1 }, machines)).toEqual(["reserved", "minute", "minute"]);
    expect(take({ callsPerDay: 3 }, ["chat", ...machines, "chat", "chat"])).toEqual([
      "reserved",
      "reserved",
      "day",
      "day",
      "reserved",
      "day",
    ]);
    expect(take({ callsPerMinute: 4 }, ["chat", "chat", "chat", "chat", "index"])).toEqual([
      "reserved",
      "reserved",
      "reserved",
      "reserved",
      "minute",
    ]);
  });

  it("forgets the machines' calls of a minute when the minute is over", () => {
    const book = new SpendBook(nodeSql());
    const limits = { ...WIDE, callsPerMinute: 2 };
    const reserve = (id: string, at: number) =>
      book.reserve({
        call: { ...start(id, at), operation: "inspection" },
        micros: 0,
        tokens: 0,
        limits,
      });
    expect([reserve("a", AT), reserve("b", AT)]).toEqual(["reserved", "minute"]);
    book.abandon(AT);
    expect(reserve("c", AT)).toBe("minute");
    book.abandon(AT + 60_000);
    expect(reserve("d", AT + 60_000)).toBe("reserved");
  });

  it("does not count a released call, neither in its minute and day nor among the machines' calls", () => {
    const book = new SpendBook(nodeSql());
    const limits = { ...WIDE, callsPerMinute: 2, callsPerDay: 2 };
    const reserve = (id: string, operation: string, at = AT) =>
      book.reserve({ call: { ...start(id, at), operation }, micros: 0, tokens: 0, limits });
    for (const operation of ["index", "chat", "chat", "index"]) {
      expect(reserve("a", operation)).toBe("reserved");
      book.release("a");
      book.release("a");
    }
    const machines = ["a", "b"].map((id) => reserve(id, "index"));
    expect(machines).toEqual(["reserved", "day"]);
    expect(["c", "d"].map((id) => reserve(id, "chat"))).toEqual(["reserved", "day"]);
    book.abandon(AT + 86_400_000);
    book.release("c");
    expect(reserve("e", "chat", AT + 86_400_000)).toBe("reserved");
  });
});
