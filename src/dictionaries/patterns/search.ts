import { symbolOf } from "./alphabet.ts";
import type { BitAutomaton } from "./bits.ts";
import { FIRST, MATCH, move, UNKNOWN, type StateCache } from "./state-cache.ts";
import { endsMatch, stepStates } from "./step.ts";

/** Whether the pattern matches anywhere in the text. */
export function search(cache: StateCache, text: string): boolean {
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
