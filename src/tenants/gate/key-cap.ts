/**
 * The most that a key may spend in a month, together with the keys that it replaced and that replaced
 * it.
 */
export interface KeyCap {
  keyId: string;
  units: number;
  keys: string[];
}

/** A cap as an isolate holds it: a set, because each call looks keys up in it. */
export interface HeldCap extends Omit<KeyCap, "keys"> {
  keys: ReadonlySet<string>;
}

interface Replaced {
  id: string;
  replacedBy: string | null;
}

/** The chain of replacements of each key. A key that is rotated each hour has thousands in it. */
export function chainsOf(rows: readonly Replaced[]): Map<string, string[]> {
  const next = new Map(rows.map(({ id, replacedBy }) => [id, replacedBy]));
  const successors = new Set(next.values());
  const chains = new Map<string, string[]>();
  for (const { id: first } of rows) {
    if (successors.has(first)) continue;
    const chain: string[] = [];
    for (let id: string | null = first; id !== null; id = next.get(id) ?? null) {
      chain.push(id);
      chains.set(id, chain);
    }
  }
  return chains;
}
