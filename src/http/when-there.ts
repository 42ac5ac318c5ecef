/** A value, or a promise of it if it is not there yet. */
export type Soon<T> = T | Promise<T>;

/**
 * Goes on with a value, without a promise if it is there already: a promise costs time (decision
 * 0003).
 */
export function whenThere<T, R>(given: Soon<T>, onward: (there: T) => Soon<R>): Soon<R> {
  return given instanceof Promise ? given.then(onward) : onward(given);
}
