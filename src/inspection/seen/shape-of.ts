import { fold } from "../model/fold.ts";
import { hashText } from "../model/hash.ts";
import type { Reading } from "../reading/read-message.ts";

const MAX_TEXT = 4_000;
/** Shorter texts are alike by chance: everybody writes "I'll call you later". */
const FEWEST_LETTERS = 60;
const NOT_LETTERS = /[^a-z]+/g;

/**
 * Returns what all copies of a text have in common, though their links, numbers, signs and accents
 * vary; undefined for a short text.
 */
export function shapeOf({ text, links }: Reading): string | undefined {
  const letters = fold(withoutLinks(text.slice(0, MAX_TEXT), links))
    .toLowerCase()
    .replace(NOT_LETTERS, "");
  if (letters.length < FEWEST_LETTERS) return undefined;
  return `${hashText(letters).toString(36)}.${letters.length}`;
}

function withoutLinks(text: string, links: Reading["links"]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of links) {
    if (start >= text.length) break;
    pieces.push(text.slice(from, start));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join(" ");
}
