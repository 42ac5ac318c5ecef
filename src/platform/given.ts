type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** What of a change was given: a field that was left out changes nothing. */
export function given<T extends object>(change: T): Given<T> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<T>;
}
