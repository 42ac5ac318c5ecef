const THRESHOLDS = [100, 80, 50] as const;

/** The highest share of the quota, in percent, that is passed and was not told yet. */
export function thresholdReached(spent: number, quota: number, told: number): number | undefined {
  if (quota === 0) return undefined;
  return THRESHOLDS.find((percent) => percent > told && spent * 100 >= percent * quota);
}
