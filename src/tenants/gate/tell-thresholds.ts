import type { OutboxStore } from "./outbox-store.ts";
import type { Period } from "./period.ts";
import type { PeriodStore } from "./period-store.ts";
import type { QuotaBook } from "./quota-book.ts";
import { thresholdsReached } from "./thresholds.ts";

interface Stores {
  periods: PeriodStore;
  outbox: OutboxStore;
}

/** Puts an event into the outbox for each threshold that was newly reached; whether there was one. */
export function tellThresholds(
  { periods, outbox }: Stores,
  tenant: string | undefined,
  period: Period,
  account: QuotaBook,
  now: number,
): boolean {
  const told = periods.find(period)?.told ?? 0;
  const reached = thresholdsReached(account.spent, account.quota, told);
  // One millisecond apart, because events of the same time are sorted by id, and "100" comes before
  // "50".
  for (const [later, percent] of reached.entries()) {
    const type = percent === 100 ? "quota.exhausted" : "quota.threshold";
    const id = `evt_${tenant}_${period}_${account.quota}_${percent}`;
    const data = { period, percent, quota: account.quota, used: account.used };
    periods.setTold(period, percent);
    outbox.add(id, type, data, now + later);
  }
  return reached.length > 0;
}
