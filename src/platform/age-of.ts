/** How far a time is from now, before or after it: a clock may have been set back. */
export function ageOf(at: number, now: number): number {
  return Math.abs(now - at);
}
