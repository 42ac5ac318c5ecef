/** How far a time lies from now. It counts both ways, since a clock may be set back. */
export function ageOf(at: number, now: number): number {
  return Math.abs(now - at);
}
