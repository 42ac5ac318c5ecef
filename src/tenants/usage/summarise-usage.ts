import { DAY_MS, timeOf } from "../../platform/index.ts";
import type { UsageReport } from "../gate/gate-object.ts";
import type { UsageRow } from "../gate/hour-store.ts";
import { SETTLING_MS } from "../gate/lease.ts";
import { priceOf } from "../gate/price-id.ts";
import { MODULES } from "../gate/modules.ts";
import { endOf, startOf, type Period } from "../gate/period.ts";
import type { Usage } from "./answers.ts";

interface CurrentTerms {
  quota: number;
  currency: string;
  unitPriceMicros: number;
}

/** A tenant's month as people read it. Each unit costs what it cost when it was spent. */
export function summariseUsage(
  report: UsageReport,
  period: Period,
  current: CurrentTerms,
  now: number,
): Usage {
  const { rows, used, lost } = report;
  const quota = report.quota ?? current.quota;
  const cost = costOf(rows);
  const inspections = callsOf(rows, "antispam");
  const frozen = isFrozen(report, period, now);
  const price = (frozen ? lastPrice(rows) : undefined) ?? current;
  return {
    period,
    frozen,
    quota,
    used,
    unreported: lost,
    remaining: Math.max(0, quota - used - lost),
    modules: Object.fromEntries(
      MODULES.map((module) => [module, unitsOf(rows.filter((row) => row.module === module))]),
    ) as Usage["modules"],
    inspections,
    currency: price.currency,
    cost,
    unitPrice: price.unitPriceMicros,
    costPerMessage: inspections === 0 ? null : Math.round(cost / inspections),
    forecast: forecastOf(used, cost, quota, period, now),
    days: daysOf(rows),
    keys: keysOf(report),
  };
}

/**
 * Whether the month's totals can change no more. A month without calls is never opened or closed: it
 * is frozen when the time for reports is over.
 */
function isFrozen(report: UsageReport, period: Period, now: number): boolean {
  if (report.period !== null) return report.period.closed_at !== null;
  return now >= endOf(period) + SETTLING_MS;
}

/** The month's last price of a unit: today's plan says nothing about a frozen month. */
function lastPrice(rows: UsageRow[]): Omit<CurrentTerms, "quota"> | undefined {
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const { currency, micros } = priceOf(last.price_id);
  return { currency, unitPriceMicros: micros };
}

/** The month so far, scaled up to its end; a past month is its own forecast. */
function forecastOf(used: number, cost: number, quota: number, period: Period, now: number) {
  const [start, end] = [startOf(period), endOf(period)];
  const elapsed = Math.min(Math.max(now, start + DAY_MS), end) - start;
  const stretch = (end - start) / elapsed;
  const units = Math.round(used * stretch);
  return { units, cost: Math.round(cost * stretch), exceedsQuota: units > quota };
}

export function daysOf(rows: UsageRow[]): Usage["days"] {
  return [...Map.groupBy(rows, ({ hour }) => hour.slice(0, 10))].map(([day, group]) => ({
    day,
    calls: callsOf(group),
    units: unitsOf(group),
    inspections: callsOf(group, "antispam"),
    cost: costOf(group),
  }));
}

function keysOf({ rows, lastUses }: UsageReport): Usage["keys"] {
  return [...Map.groupBy(rows, ({ key_id }) => key_id)].map(([id, group]) => ({
    id,
    calls: callsOf(group),
    units: unitsOf(group),
    cost: costOf(group),
    lastUsedAt: timeOf(lastUses[id] ?? null),
  }));
}

function unitsOf(rows: UsageRow[]): number {
  return rows.reduce((sum, { units }) => sum + units, 0);
}

function callsOf(rows: UsageRow[], module?: string): number {
  return rows.reduce(
    (sum, row) => sum + (module === undefined || row.module === module ? row.calls : 0),
    0,
  );
}

function costOf(rows: UsageRow[]): number {
  return rows.reduce((sum, { price_id, units }) => sum + units * priceOf(price_id).micros, 0);
}
