/**
 * Calls that are under way at once: fewer than the failures that open the breaker, so that one bad moment
 * stops no search.
 */
const AT_ONCE = 4;

/** Does some at a time, and begins no more once one of them was not done. Gives whether all were. */
export async function inTurns<T>(
  all: readonly T[],
  work: (one: T) => Promise<boolean>,
): Promise<boolean> {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const done = await Promise.all(all.slice(at, at + AT_ONCE).map(work));
    if (done.includes(false)) return false;
  }
  return true;
}
