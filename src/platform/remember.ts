/** Keeps this as the newest of what is remembered; where that is full, the oldest goes. */
export function remember<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key);
  if (kept.size >= most) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }
  kept.set(key, value);
}

/** Where what is remembered weighs more than `most`, the oldest go; the newest stays whatever it weighs. */
export function lighten<V>(kept: Map<unknown, V>, weigh: (value: V) => number, most: number): void {
  let sum = 0;
  for (const value of kept.values()) sum += weigh(value);
  for (const [key, value] of kept) {
    if (sum <= most || kept.size === 1) break;
    kept.delete(key);
    sum -= weigh(value);
  }
}
