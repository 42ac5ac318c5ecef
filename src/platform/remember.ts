/** Adds an entry as the newest one. If the map is full, the oldest entry goes. */
export function remember<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key);
  if (kept.size >= most) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }
  kept.set(key, value);
}

/** Drops the oldest entries until all weigh `most` or less together; the newest always stays. */
export function lighten<V>(kept: Map<unknown, V>, weigh: (value: V) => number, most: number): void {
  let sum = 0;
  for (const value of kept.values()) sum += weigh(value);
  for (const [key, value] of kept) {
    if (sum <= most || kept.size === 1) break;
    kept.delete(key);
    sum -= weigh(value);
  }
}
