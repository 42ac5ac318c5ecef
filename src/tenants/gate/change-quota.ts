import type { Period } from "./period.ts";
import type { PeriodStore } from "./period-store.ts";
import type { QuotaBook } from "./quota-book.ts";
import { thresholdReached } from "./thresholds.ts";

/**
 * Changes the quota. After a raise the new quota's thresholds count, but those that were told are
 * not told again.
 */
export function changeQuota(
  periods: PeriodStore,
  period: Period,
  account: QuotaBook,
  quota: number,
): void {
  const isRaise = quota > account.quota;
  account.quota = quota;
  periods.changeQuota(period, quota);
  if (!isRaise) return;
  // With a quota of 0 nothing was told, whatever is passed by now.
  const passed = thresholdReached(account.spent, quota, 0) ?? 0;
  periods.setTold(period, Math.min(passed, periods.find(period)?.told ?? 0));
}
