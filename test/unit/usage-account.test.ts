import { describe, expect, it } from "vitest";
import type { UsageReport } from "../../src/tenants/gate/gate-object.ts";
import type { UsageRow } from "../../src/tenants/gate/hour-store.ts";
import { SETTLING_MS } from "../../src/tenants/gate/lease.ts";
import { thresholdReached } from "../../src/tenants/gate/thresholds.ts";
import { summariseUsage } from "../../src/tenants/usage/summarise-usage.ts";
import { usageCsv } from "../../src/tenants/usage/usage-csv.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 1, 1);
const END = Date.UTC(2026, 2, 1);
const CURRENT = { quota: 1_000, currency: "EUR", unitPriceMicros: 900 };

function aRow(hour: string, module: string, key: string, price: number, calls: number): UsageRow {
  const price_id = `plan:EUR:${price}`;
  return { hour, module, key_id: key, price_id, calls, units: 2 * calls };
}

const ROWS = [
  aRow("2026-02-01T00", "urlsearch", "k1", 400, 3),
  aRow("2026-02-01T23", "urlsearch", "k1", 400, 4),
  aRow("2026-02-01T23", "antispam", "k2", 400, 2),
  aRow("2026-02-02T00", "urlsearch", "k1", 500, 1),
];
const NOTHING = { period: null, rows: [], used: 0, lost: 0, quota: null, lastUses: {} };

function account(report: Partial<UsageReport>, now: number) {
  return summariseUsage({ ...NOTHING, ...report }, "2026-02", CURRENT, now);
}

describe("a month's account", () => {
  it("charges each unit at its price when it was spent, in every sum alike", () => {
    const all = account({ rows: ROWS, used: 20 }, START + HOUR);
    expect(all.cost).toBe(18 * 400 + 2 * 500);
    const sum = (parts: readonly { cost: number }[]) =>
      parts.reduce((all, { cost }) => all + cost, 0);
    expect([sum(all.days), sum(all.keys)]).toEqual([all.cost, all.cost]);
    expect(all.days).toEqual([
      { day: "2026-02-01", calls: 9, units: 18, inspections: 2, cost: 7_200 },
      { day: "2026-02-02", calls: 1, units: 2, inspections: 0, cost: 1_000 },
    ]);
    expect(all.keys.map(({ id, calls, units }) => [id, calls, units])).toEqual([
      ["k1", 8, 16],
      ["k2", 2, 4],
    ]);
    expect([all.modules.urlsearch, all.modules.antispam, all.inspections]).toEqual([16, 4, 2]);
    expect(all.costPerMessage).toBe(4_100);
    expect(account({}, START).costPerMessage).toBeNull();
    // 9,002 over three.
    const three = [...ROWS, aRow("2026-02-02T00", "antispam", "k2", 401, 1)];
    expect(account({ rows: three }, START).costPerMessage).toBe(3_001);
  });

  it("subtracts lost units from the remaining ones, and stays at 0", () => {
    expect(account({ used: 900, lost: 99 }, START).remaining).toBe(1);
    expect(account({ used: 900, lost: 101 }, START).remaining).toBe(0);
    expect(account({ used: 900, lost: 99, quota: 1_200 }, START)).toMatchObject({
      quota: 1_200,
      remaining: 201,
      unreported: 99,
    });
  });

  it("is frozen once its period is closed, or after the settling time if it has no period", () => {
    expect(account({}, END + SETTLING_MS - 1).frozen).toBe(false);
    expect(account({}, END + SETTLING_MS).frozen).toBe(true);
    const row = { period: "2026-02", quota: 1, told: 0, closed_at: null, used: null, lost: null };
    expect(account({ period: row }, END + SETTLING_MS).frozen).toBe(false);
    expect(account({ period: { ...row, closed_at: END } }, END).frozen).toBe(true);
  });

  it("has today's price while the month runs, and the price of the last unit when it is settled", () => {
    const price = (now: number, rows = ROWS) => account({ rows }, now).unitPrice;
    expect(price(END)).toBe(900);
    expect(price(END + SETTLING_MS)).toBe(500);
    expect(price(END + SETTLING_MS, [])).toBe(900);
  });

  it("forecasts the month by its days so far, one at least, and says whether that exceeds the quota", () => {
    const foretold = (used: number, now: number) => account({ used }, now).forecast;
    expect(foretold(10, START + HOUR).units).toBe(280);
    expect(foretold(10, START + 24 * HOUR).units).toBe(280);
    expect(foretold(10, START + 48 * HOUR).units).toBe(140);
    expect(foretold(10, END + 48 * HOUR).units).toBe(10);
    expect(foretold(1_000, END)).toMatchObject({ units: 1_000, exceedsQuota: false });
    expect(foretold(1_001, END).exceedsQuota).toBe(true);
    const at = START + 18 * 24 * HOUR;
    expect(account({ rows: ROWS, used: 30 }, at).forecast).toMatchObject({
      units: 47,
      cost: 12_756,
    });
  });

  it("is a CSV of one line for each day, module, key and price", () => {
    expect(usageCsv(ROWS).split("\r\n")).toEqual([
      "day,module,key,calls,units,currency,unit_price_micros,cost_micros",
      "2026-02-01,urlsearch,k1,7,14,EUR,400,5600",
      "2026-02-01,antispam,k2,2,4,EUR,400,1600",
      "2026-02-02,urlsearch,k1,1,2,EUR,500,1000",
      "",
    ]);
  });
});

describe("a threshold of the quota", () => {
  it("is reached at its exact unit, and reported once; of several the highest is", () => {
    const reached = (spent: number, told = 0) => thresholdReached(spent, 1_000, told);
    expect([499, 500, 799, 800, 999, 1_000].map((spent) => reached(spent))).toEqual([
      undefined,
      50,
      50,
      80,
      80,
      100,
    ]);
    expect([reached(800, 80), reached(1_000, 80), reached(1_000, 100)]).toEqual([
      undefined,
      100,
      undefined,
    ]);
    expect(thresholdReached(0, 0, 0)).toBeUndefined();
  });
});
