/** What is often there at once, and else comes. */
export type Soon<T> = T | Promise<T>;

/** Goes on with it without a wait where none is needed (what a promise costs: decision 0003). */
export function whenThere<T, R>(given: Soon<T>, onward: (there: T) => Soon<R>): Soon<R> {
  return given instanceof Promise ? given.then(onward) : onward(given);
}
