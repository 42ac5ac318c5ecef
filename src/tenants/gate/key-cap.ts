/** The most that a key may spend in a month, which counts for all that it replaced and is replaced by. */
export interface KeyCap {
  keyId: string;
  units: number;
  keys: string[];
}

interface Replaced {
  id: string;
  replacedBy: string | null;
}

/** The keys that took one another's place, of which `id` is one. */
export function chainOf(id: string, rows: readonly Replaced[]): string[] {
  const chain = [id];
  // One that joins is looked at in its turn: the list grows while it is gone through.
  for (const member of chain) {
    for (const { id: old, replacedBy } of rows) {
      const other = old === member ? replacedBy : replacedBy === member ? old : null;
      if (other !== null && !chain.includes(other)) chain.push(other);
    }
  }
  return chain;
}
