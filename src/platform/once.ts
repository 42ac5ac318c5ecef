/** Made when it is first asked for: many requests of an isolate never need it (decision 0043). */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
