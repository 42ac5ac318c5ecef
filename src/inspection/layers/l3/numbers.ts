import { HASH_START, mix } from "../../model/hash.ts";
import type { Collector } from "./collector.ts";

/** A run of digits, also one with blanks in it. */
const NUMBER = /\d(?:[\d ]{2,15}\d|\d{0,16})/g;
const MAX_TEXT = 4_000;
const MAX_NUMBERS = 100;
const HEADS = [0, 2, 3];
const ZERO = 48;
const NUMBER_SEED = 0x68e31da4;
const WHOLE_SEED = 0x5be0cd19;

/**
 * Collects numbers by their length, by how they begin, and whole: premium lines and short codes begin
 * alike, and who asks to be called or texted uses one number many times. All other features mask
 * digits.
 */
export function collectNumbers(text: string, into: Collector): void {
  const found = text.slice(0, MAX_TEXT).match(NUMBER) ?? [];
  for (const written of found.slice(0, MAX_NUMBERS)) {
    const digits = written.replaceAll(" ", "");
    for (const head of HEADS) into.add(hashHead(digits, head, mix(NUMBER_SEED, digits.length)));
    into.add(hashHead(digits, digits.length, WHOLE_SEED));
  }
}

function hashHead(digits: string, length: number, seed: number): number {
  let hash = mix(HASH_START, seed);
  for (let i = 0; i < length && i < digits.length; i++)
    hash = mix(hash, digits.charCodeAt(i) - ZERO + 1);
  return mix(hash, length);
}
