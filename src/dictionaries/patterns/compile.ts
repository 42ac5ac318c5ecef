import { symbolOf } from "./alphabet.ts";
import { buildAutomaton } from "./automaton.ts";
import { EDGE_OF_TEXT, packAutomaton, type BitAutomaton } from "./bits.ts";
import { MAX_CACHED_CELLS, MAX_CACHED_STATES, MAX_KEPT_STATES } from "./limits.ts";
import { parse } from "./parse.ts";
import { endsMatch, stepStates } from "./step.ts";

export interface CompiledPattern {
  /** Whether the pattern matches anywhere in the text. */
  test: (text: string) => boolean;
  /** Whether it needs no character, and so would match every text. */
  isEmpty: boolean;
}

const UNKNOWN = 0;
const MATCH = 1;
const FIRST = 2;
/** Rows of the table at first. It doubles when it is full; most patterns need few. */
const FIRST_ROWS = 8;

/**
 * The states of the deterministic automaton that were met: each is a set of states and what is left
 * of it.
 */
interface Cache {
  bits: BitAutomaton;
  symbols: number;
  moves: Uint16Array;
  sets: Uint32Array[];
  lefts: number[];
  ids: Map<string, number>;
  most: number;
}

/**
 * Compiles a pattern. A search takes time linear in the text, whatever pattern and text are. Throws for
 * text that is no pattern; stored patterns have passed `checkPattern`.
 */
export function compilePattern(source: string): CompiledPattern {
  const syntax = parse(source);
  if ("reason" in syntax) throw new TypeError(`The pattern ${syntax.message}.`);
  const automaton = buildAutomaton(syntax);
  if ("reason" in automaton) throw new TypeError(`The pattern ${automaton.message}.`);
  return new Search(openCache(packAutomaton(automaton)), syntax.root.nullable);
}

class Search implements CompiledPattern {
  readonly isEmpty: boolean;
  private readonly cache: Cache;

  constructor(cache: Cache, isEmpty: boolean) {
    this.cache = cache;
    this.isEmpty = isEmpty;
  }

  test(text: string): boolean {
    const { cache } = this;
    const found = search(cache, text);
    if (cache.sets.length >= Math.min(cache.most, MAX_KEPT_STATES)) clear(cache);
    return found;
  }
}

function openCache(bits: BitAutomaton): Cache {
  const symbols = bits.kinds.length;
  const fitting = Math.floor(MAX_CACHED_CELLS / symbols);
  const most = Math.max(FIRST + 1, Math.min(MAX_CACHED_STATES, fitting));
  const moves = new Uint16Array();
  const cache: Cache = { bits, symbols, moves, sets: [], lefts: [], ids: new Map(), most };
  clear(cache);
  return cache;
}

function clear(cache: Cache): void {
  cache.moves = new Uint16Array(FIRST_ROWS * cache.symbols);
  cache.ids.clear();
  cache.sets.length = cache.lefts.length = FIRST;
  remember(cache, new Uint32Array(cache.bits.width), EDGE_OF_TEXT);
}

function search(cache: Cache, text: string): boolean {
  const { bits, symbols } = cache;
  const { ascii, alphabet } = bits;
  let { moves } = cache;
  let state = FIRST;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    let symbol = ascii[unit];
    if (symbol === undefined) {
      const point = text.codePointAt(i) ?? 0;
      if (point > 0xffff) i++;
      symbol = symbolOf(alphabet, point);
    }
    let to = moves[state * symbols + symbol] ?? 0;
    if (to === UNKNOWN) {
      const met = move(cache, state, symbol);
      if (typeof met !== "number") return searchOn(bits, met, bits.kinds[symbol] ?? 0, text, i + 1);
      to = met;
      moves = cache.moves;
    }
    if (to === MATCH) return true;
    state = to;
  }
  return endsMatch(bits, cache.sets[state] ?? new Uint32Array(), (cache.lefts[state] ?? 0) * 3);
}

/** Computes a move for the first time. If the cache is full, returns the set itself. */
function move(cache: Cache, state: number, symbol: number): number | Uint32Array {
  const { bits, symbols } = cache;
  const from = cache.sets[state] ?? new Uint32Array();
  const kind = bits.kinds[symbol] ?? 0;
  const context = (cache.lefts[state] ?? 0) * 3 + kind;
  let to = MATCH;
  if (!endsMatch(bits, from, context)) {
    const into = new Uint32Array(bits.width);
    stepStates(bits, from, symbol, context, into);
    to = remember(cache, into, kind);
    if (to === UNKNOWN) return into;
  }
  cache.moves[state * symbols + symbol] = to;
  return to;
}

function remember(cache: Cache, set: Uint32Array, left: number): number {
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

/** Searches the rest of a text without the cache, because it is full. */
function searchOn(
  bits: BitAutomaton,
  states: Uint32Array,
  before: number,
  text: string,
  from: number,
): boolean {
  let current = states;
  let spare: Uint32Array = new Uint32Array(bits.width);
  let left = before;
  for (let i = from; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0;
    if (point > 0xffff) i++;
    const symbol = bits.ascii[point] ?? symbolOf(bits.alphabet, point);
    const kind = bits.kinds[symbol] ?? 0;
    const context = left * 3 + kind;
    if (endsMatch(bits, current, context)) return true;
    stepStates(bits, current, symbol, context, spare);
    [current, spare] = [spare, current];
    left = kind;
  }
  return endsMatch(bits, current, left * 3);
}
