const THRESHOLDS = [50, 80, 100] as const;

/** The shares of the quota, in percent, that are passed and were not told yet; the least first. */
export function thresholdsReached(spent: number, quota: number, told: number): number[] {
  if (quota === 0) return [];
  return THRESHOLDS.filter((percent) => percent > told && spent * 100 >= percent * quota);
}

/** The highest of them. */
export function thresholdReached(spent: number, quota: number, told: number): number | undefined {
  return thresholdsReached(spent, quota, told).at(-1);
}
