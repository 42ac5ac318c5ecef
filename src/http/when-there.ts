/** A value that is often there already, so that no promise is needed. */
export type Soon<T> = T | Promise<T>;

/** Calls `onward` at once if the value is there, else when it comes (decision 0003). */
export function whenThere<T, R>(given: Soon<T>, onward: (there: T) => Soon<R>): Soon<R> {
  return given instanceof Promise ? given.then(onward) : onward(given);
}
