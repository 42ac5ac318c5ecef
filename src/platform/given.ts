type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** An object without its undefined fields. */
export function given<T extends object>(change: T): Given<T> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<T>;
}
