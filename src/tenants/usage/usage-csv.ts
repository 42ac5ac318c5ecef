import { writeCsv } from "../../http/index.ts";
import type { UsageRow } from "../gate/hour-store.ts";
import { priceOf } from "../gate/price-id.ts";

const HEADER = [
  "day",
  "module",
  "key",
  "calls",
  "units",
  "currency",
  "unit_price_micros",
  "cost_micros",
];

/** One line for each day, module, key and price: a bill can be checked against it. */
export function usageCsv(rows: UsageRow[]): string {
  const lines = new Map<string, { calls: number; units: number }>();
  for (const { hour, module, key_id, price_id, calls, units } of rows) {
    const name = [hour.slice(0, 10), module, key_id, price_id].join(",");
    const line = lines.get(name) ?? { calls: 0, units: 0 };
    lines.set(name, { calls: line.calls + calls, units: line.units + units });
  }
  const body = Array.from(lines, ([name, { calls, units }]) => {
    const [day, module, key, priceId = ""] = name.split(",");
    const { currency, micros } = priceOf(priceId);
    return [day, module, key, calls, units, currency, micros, units * micros];
  });
  return writeCsv([HEADER, ...body]);
}
