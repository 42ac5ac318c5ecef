const MIN_WINDOW_MS = 250;

/** How fast an isolate spends a tenant's units. */
export class SpendRate {
  private spent = 0;
  private measuredAt = 0;
  private perMs = 0;

  add(units: number): void {
    this.spent += units;
  }

  /** Ends a window of measuring, unless it is too short. */
  measure(now: number): void {
    if (this.measuredAt === 0) this.measuredAt = now;
    const elapsed = now - this.measuredAt;
    if (elapsed < MIN_WINDOW_MS) return;
    this.perMs = this.spent / elapsed;
    this.spent = 0;
    this.measuredAt = now;
  }

  /** The units that are spent in so much time at this rate. */
  unitsIn(ms: number): number {
    return Math.ceil(this.perMs * ms);
  }
}
