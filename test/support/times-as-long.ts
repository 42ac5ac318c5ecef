const TRIES = 30;
/**
 * The clock of a thread has steps of a millisecond, so quicker work is repeated until it takes this
 * long.
 */
const LEAST_MICROSECONDS = 5000;

/** The least that each piece of other work was seen to take. */
const leastOf = new WeakMap<() => unknown, number>();

/**
 * Returns how many times as long one piece of work takes as another, in processor time of this thread,
 * which other programs do not lengthen. The least of several tries counts; it stops once the ratio is
 * small enough. If many are compared with the same function, what that took before is enough where the
 * ratio is.
 */
export function timesAsLong(work: () => unknown, other: () => unknown, enough: number): number {
  const known = leastOf.get(other);
  if (known !== undefined) {
    const times = timeOf(work) / known;
    if (times <= enough) return times;
  }
  // The first run is slower, before the engine has compiled it.
  else other();
  let least = Number.POSITIVE_INFINITY;
  let leastOther = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TRIES; turn += 1) {
    leastOther = Math.min(leastOther, timeOf(other));
    least = Math.min(least, timeOf(work));
    if (least / leastOther <= enough) break;
  }
  leastOf.set(other, leastOther);
  return least / leastOther;
}

function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= LEAST_MICROSECONDS) return (user + system) / runs;
  }
}
