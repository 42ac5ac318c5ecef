/** Makes a thing when it is first asked for, and keeps it (decision 0043). */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
