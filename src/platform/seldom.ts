/** Whether it is time to tell again: for a line that each of many calls would leave. */
export function seldom(everyMs: number): (now: number) => boolean {
  let toldAt = -Infinity;
  return (now) => {
    const isTime = now - toldAt >= everyMs;
    if (isTime) toldAt = now;
    return isTime;
  };
}
