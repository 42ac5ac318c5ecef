import { EDGE_OF_TEXT, type BitAutomaton } from "./bits.ts";
import { MAX_CACHED_CELLS, MAX_CACHED_STATES } from "./limits.ts";
import { endsMatch, stepStates } from "./step.ts";

/** In the table of moves: not known yet, a match, or else the number of a state; the first is FIRST. */
export const UNKNOWN = 0;
export const MATCH = 1;
export const FIRST = 2;
/** Rows of the table at first. It doubles when it is full; most patterns need few. */
const FIRST_ROWS = 8;

/**
 * The states of the deterministic automaton that were met: each is a set of states and what is left
 * of it.
 */
export interface StateCache {
  bits: BitAutomaton;
  symbols: number;
  moves: Uint16Array;
  sets: Uint32Array[];
  lefts: number[];
  ids: Map<string, number>;
  most: number;
}

export function openCache(bits: BitAutomaton): StateCache {
  const symbols = bits.kinds.length;
  const fitting = Math.floor(MAX_CACHED_CELLS / symbols);
  const most = Math.max(FIRST + 1, Math.min(MAX_CACHED_STATES, fitting));
  const moves = new Uint16Array();
  const cache: StateCache = { bits, symbols, moves, sets: [], lefts: [], ids: new Map(), most };
  clearCache(cache);
  return cache;
}

export function clearCache(cache: StateCache): void {
  cache.moves = new Uint16Array(FIRST_ROWS * cache.symbols);
  cache.ids.clear();
  cache.sets.length = cache.lefts.length = FIRST;
  keepState(cache, new Uint32Array(cache.bits.width), EDGE_OF_TEXT);
}

/** Computes a move for the first time. If the cache is full, returns the set itself. */
export function move(cache: StateCache, state: number, symbol: number): number | Uint32Array {
  const { bits, symbols } = cache;
  const from = cache.sets[state] ?? new Uint32Array();
  const kind = bits.kinds[symbol] ?? 0;
  const context = (cache.lefts[state] ?? 0) * 3 + kind;
  let to = MATCH;
  if (!endsMatch(bits, from, context)) {
    const into = new Uint32Array(bits.width);
    stepStates(bits, from, symbol, context, into);
    to = keepState(cache, into, kind);
    if (to === UNKNOWN) return into;
  }
  cache.moves[state * symbols + symbol] = to;
  return to;
}

function keepState(cache: StateCache, set: Uint32Array, left: number): number {
  const key = `${left}:${set.join()}`;
  const known = cache.ids.get(key);
  if (known !== undefined) return known;
  if (cache.sets.length >= cache.most) return UNKNOWN;
  const id = cache.sets.push(set) - 1;
  cache.lefts[id] = left;
  cache.ids.set(key, id);
  if (cache.sets.length * cache.symbols > cache.moves.length) {
    const wider = new Uint16Array(cache.moves.length * 2);
    wider.set(cache.moves);
    cache.moves = wider;
  }
  return id;
}
