import { HASH_START, mix } from "../../model/hash.ts";
import type { Collector } from "./collector.ts";

/** The token view adds little on long texts. */
const MAX_TEXT = 4_000;
const LONGEST_RUN = 3;
const ZERO = 48;
const CAPITAL = 65;
const SMALL = 97;
const TOKEN_SEED = 0x3c6ef372;
const SHAPE_SEED = 0x510e527f;
const NEXT_SEED = 0x1f83d9ab;

/**
 * Collects the text as it is written: words with their capitals, runs of signs, digits masked, and the
 * shape of each (`Aa0`), one by one and in pairs. Machines and people differ in how they write more
 * than in what they say. The seed keeps the features of two texts apart.
 */
export function collectTokens(text: string, into: Collector, seed = 0): void {
  const end = Math.min(text.length, MAX_TEXT);
  let before = 0;
  let shapeBefore = 0;
  for (let at = 0; at < end;) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === "space") {
      at++;
      continue;
    }
    let token = HASH_START;
    let shape = HASH_START;
    let last = 0;
    let run = 0;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (kindOf(code) !== kind) break;
      token = mix(token, isDigit(code) ? ZERO : code);
      const drawn = drawnAs(code);
      run = drawn === last ? run + 1 : 1;
      last = drawn;
      if (run <= LONGEST_RUN) shape = mix(shape, drawn);
    }
    token = mix(token, TOKEN_SEED ^ seed);
    shape = mix(shape, SHAPE_SEED ^ seed);
    into.add(token);
    into.add(shape);
    if (before !== 0) {
      into.add(mix(mix(before, NEXT_SEED), token));
      into.add(mix(mix(shapeBefore, NEXT_SEED), shape));
    }
    before = token;
    shapeBefore = shape;
  }
}

function kindOf(code: number): "space" | "word" | "signs" {
  if (code <= 32) return "space";
  return isDigit(code) || isCapital(code) || isSmall(code) ? "word" : "signs";
}

function drawnAs(code: number): number {
  if (isDigit(code)) return ZERO;
  if (isCapital(code)) return CAPITAL;
  return isSmall(code) ? SMALL : code;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 57;
}

function isCapital(code: number): boolean {
  return code >= CAPITAL && code <= 90;
}

function isSmall(code: number): boolean {
  return code >= SMALL && code <= 122;
}
