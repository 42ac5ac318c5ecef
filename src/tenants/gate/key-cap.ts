/** The most that a key may spend in a month, which counts for all that it replaced and is replaced by. */
export interface KeyCap {
  keyId: string;
  units: number;
  keys: string[];
}

/** The same where each call asks which keys count. */
export interface HeldCap extends Omit<KeyCap, "keys"> {
  keys: ReadonlySet<string>;
}

interface Replaced {
  id: string;
  replacedBy: string | null;
}

/** Of each key those that took one another's place; one that is rotated each hour has thousands. */
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
