/**
 * The most that a key may spend in a month, together with the keys that it replaced and that replaced
 * it.
 */
export interface KeyCap {
  keyId: string;
  units: number;
  keys: string[];
}

interface Replaced {
  id: string;
  replacedBy: string | null;
}

/** All keys of the chain of replacements that has `id` in it. */
export function chainOf(id: string, rows: readonly Replaced[]): string[] {
  const chain = [id];
  // The list grows while the loop runs, so a key that joins is looked at too.
  for (const member of chain) {
    for (const { id: old, replacedBy } of rows) {
      const other = old === member ? replacedBy : replacedBy === member ? old : null;
      if (other !== null && !chain.includes(other)) chain.push(other);
    }
  }
  return chain;
}
