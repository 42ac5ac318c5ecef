const THRESHOLDS = [50, 80, 100] as const;

/** The thresholds, in percent of the quota, that are passed and were not told yet, lowest first. */
export function thresholdsReached(spent: number, quota: number, told: number): number[] {
  if (quota === 0) return [];
  return THRESHOLDS.filter((percent) => percent > told && spent * 100 >= percent * quota);
}

/** The highest of these thresholds. */
export function thresholdReached(spent: number, quota: number, told: number): number | undefined {
  return thresholdsReached(spent, quota, told).at(-1);
}
