const TRIES = 10;
/** The clock of a thread moves in steps of a millisecond: what is quicker is done over and over. */
const LEAST_MICROSECONDS = 5000;

/**
 * How many times as long one piece of work takes as another: processor time of this thread, which
 * others on the machine do not lengthen, and the least of several tries. Ends once it is few enough.
 */
export function timesAsLong(work: () => unknown, other: () => unknown, enough: number): number {
  let [least, leastOther] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < TRIES; turn += 1) {
    leastOther = Math.min(leastOther, timeOf(other));
    least = Math.min(least, timeOf(work));
    if (least / leastOther <= enough) break;
  }
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
