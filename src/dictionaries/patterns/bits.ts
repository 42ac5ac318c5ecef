import { symbolOf, sortIntoSymbols, type Alphabet } from "./alphabet.ts";
import type { Automaton, Edge } from "./automaton.ts";
import { ALWAYS } from "./syntax.ts";

const CONTEXTS = 9;
export const EDGE_OF_TEXT = 0;
const OTHER = 1;
const WORD = 2;
const ASCII = 128;

/** States with the same targets, so that one test and one union step all of them. */
interface Bundle {
  sources: Uint32Array;
  targets: Uint32Array;
  holds: number;
}

/** The automaton with sets of states as bits, 32 in a word, so that many are stepped at once. */
export interface BitAutomaton {
  width: number;
  alphabet: Alphabet;
  /** The symbols of ASCII characters, found without a search. */
  ascii: Uint16Array;
  /** For each symbol whether it is a word character (`WORD` or `OTHER`). */
  kinds: Uint8Array;
  /** For each symbol the states that it leads into; one row of words for each. */
  entered: Uint32Array;
  /** States with an unconditional edge to the next state: they are stepped by shifting the bits. */
  shifting: Uint32Array;
  bundles: Bundle[];
  /** For each context the states in which a match may begin and end. */
  starts: Uint32Array[];
  accepts: Uint32Array[];
  /** The contexts in which the pattern matches the empty text. */
  empty: number;
}

export function packAutomaton(automaton: Automaton): BitAutomaton {
  const alphabet = sortIntoSymbols(automaton.sets);
  const size = automaton.setOf.length;
  const width = (size + 31) >> 5;
  const [first = [], ...edges] = automaton.edges;
  const { shifting, bundles } = bundleEdges(edges, width);
  const ends = automaton.accepts.map((holds, to) => ({ to, holds }));
  return {
    width,
    alphabet,
    ascii: Uint16Array.from({ length: ASCII }, (_, point) => symbolOf(alphabet, point)),
    kinds: Uint8Array.from(alphabet.setsOf, (sets) => (sets.includes(0) ? WORD : OTHER)),
    entered: enteredBy(automaton, alphabet, width),
    shifting,
    bundles,
    starts: byContext(first, width),
    accepts: byContext(ends.slice(1), width),
    empty: automaton.accepts[0] ?? 0,
  };
}

function enteredBy({ setOf }: Automaton, alphabet: Alphabet, width: number): Uint32Array {
  const rows = new Uint32Array(alphabet.setsOf.length * width);
  for (const [symbol, sets] of alphabet.setsOf.entries()) {
    const row = rows.subarray(symbol * width, (symbol + 1) * width);
    const distinct = new Set(sets);
    for (let state = 1; state < setOf.length; state++) {
      if (distinct.has(setOf[state] ?? 0)) setBit(row, state);
    }
  }
  return rows;
}

function bundleEdges(edges: Edge[][], width: number) {
  const shifting = new Uint32Array(width);
  const bundles = new Map<string, Bundle>();
  for (const [i, targets] of edges.entries()) {
    const state = i + 1;
    const shifts = targets.some((edge) => edge.to === state + 1 && edge.holds === ALWAYS);
    if (shifts) setBit(shifting, state);
    const rest = targets.filter((edge) => !shifts || edge.to !== state + 1);
    for (const holds of new Set(rest.map((edge) => edge.holds))) {
      const shared = rest.filter((edge) => edge.holds === holds).map((edge) => edge.to);
      const key = `${holds}:${shared.join()}`;
      const bundle = bundles.get(key) ?? {
        sources: new Uint32Array(width),
        targets: bitsOf(shared, width),
        holds,
      };
      setBit(bundle.sources, state);
      bundles.set(key, bundle);
    }
  }
  return { shifting, bundles: [...bundles.values()] };
}

function byContext(edges: Edge[], width: number): Uint32Array[] {
  return Array.from({ length: CONTEXTS }, (_, context) => {
    const open = edges.filter((edge) => ((edge.holds >> context) & 1) === 1);
    return bitsOf(
      open.map((edge) => edge.to),
      width,
    );
  });
}

function bitsOf(states: readonly number[], width: number): Uint32Array {
  const bits = new Uint32Array(width);
  for (const state of states) setBit(bits, state);
  return bits;
}

function setBit(bits: Uint32Array, state: number): void {
  bits[state >> 5] = (bits[state >> 5] ?? 0) | (1 << (state & 31));
}
