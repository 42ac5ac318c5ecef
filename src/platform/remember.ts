/** Keeps this as the newest of what is remembered; where that is full, the oldest goes. */
export function remember<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key);
  if (kept.size >= most) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }
  kept.set(key, value);
}
