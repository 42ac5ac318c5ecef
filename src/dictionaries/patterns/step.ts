import type { BitAutomaton } from "./bits.ts";

/** Computes the states after one character. A match may also begin here. */
export function stepStates(
  bits: BitAutomaton,
  from: Uint32Array,
  symbol: number,
  context: number,
  into: Uint32Array,
): void {
  const { width, shifting, bundles, entered } = bits;
  const starts = bits.starts[context];
  let carry = 0;
  for (let word = 0; word < width; word++) {
    const moving = (from[word] ?? 0) & (shifting[word] ?? 0);
    into[word] = (starts?.[word] ?? 0) | (moving << 1) | carry;
    carry = moving >>> 31;
  }
  for (const bundle of bundles) {
    if (((bundle.holds >> context) & 1) === 0 || !intersect(from, bundle.sources)) continue;
    for (let word = 0; word < width; word++) {
      into[word] = (into[word] ?? 0) | (bundle.targets[word] ?? 0);
    }
  }
  const row = symbol * width;
  for (let word = 0; word < width; word++) {
    into[word] = (into[word] ?? 0) & (entered[row + word] ?? 0);
  }
}

/** Whether a match may end in this context. */
export function endsMatch(bits: BitAutomaton, states: Uint32Array, context: number): boolean {
  if (((bits.empty >> context) & 1) === 1) return true;
  const accepts = bits.accepts[context];
  return accepts !== undefined && intersect(states, accepts);
}

function intersect(a: Uint32Array, b: Uint32Array): boolean {
  for (let word = 0; word < a.length; word++) {
    if (((a[word] ?? 0) & (b[word] ?? 0)) !== 0) return true;
  }
  return false;
}
