import * as fc from "fast-check";
import type { Node } from "../../src/dictionaries/patterns/syntax.ts";
import { includes } from "../../src/dictionaries/patterns/code-points.ts";

const ATOMS = [
  "a",
  "b",
  "A",
  "s",
  "K",
  "é",
  "ſ",
  "😀",
  " ",
  "\\.",
  "\\n",
  "\\x61",
  ".",
  "\\w",
  "\\W",
  "\\d",
  "\\D",
  "\\s",
  "\\S",
  "[a-c]",
  "[^a]",
  "[^\\W]",
  "[\\w-]",
  "[\\D\\d]",
  "[A-Zé]",
  "[^\\s.k]",
  "[à-ÿ😀]",
];
const ASSERTIONS = ["^", "$", "\\b"];
const QUANTIFIERS = ["*", "+", "?", "{2}", "{0,3}", "{1,2}", "{2,}", "*?", "+?", "??", "{1,3}?"];
const LETTERS = [
  "a",
  "b",
  "A",
  "k",
  "s",
  "S",
  "é",
  "É",
  "ſ",
  "\u212a",
  "😀",
  " ",
  "\n",
  ".",
  "1",
  "-",
];

/** Makes patterns of the dialect, safe or not. */
export const patterns: fc.Arbitrary<string> = fc
  .letrec<{ term: string; sequence: string; either: string }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...ATOMS),
      fc.constantFrom(...ASSERTIONS),
      fc
        .tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...QUANTIFIERS))
        .map((both) => both.join("")),
      tie("either").map((body) => `(?:${body})`),
      fc
        .tuple(tie("either"), fc.constantFrom(...QUANTIFIERS))
        .map(([body, sign]) => `(${body})${sign}`),
    ),
    sequence: fc.array(tie("term"), { minLength: 1, maxLength: 4 }).map((terms) => terms.join("")),
    either: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((all) => all.join("|")),
  }))
  .either.chain((body) => fc.constantFrom(body, `(?i)${body}`));

export const texts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...LETTERS), { maxLength: 12 })
  .map((letters) => letters.join(""));

/** Makes a beginning and a piece to repeat after it: such texts make an ambiguous pattern slow. */
export const pumps: fc.Arbitrary<[string, string]> = fc.tuple(
  fc.array(fc.constantFrom(...LETTERS), { maxLength: 3 }).map((letters) => letters.join("")),
  fc
    .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 3 })
    .map((letters) => letters.join("")),
);

/** Gives the meaning of a pattern: the platform's own engine with flag u, and i after "(?i)". */
export function native(source: string): RegExp {
  return source.startsWith("(?i)") ? new RegExp(source.slice(4), "iu") : new RegExp(source, "u");
}

/**
 * Counts the characters that a plain backtracking engine tries from the start of the text until it has
 * tried every way. No way succeeds, as if the pattern's end were never found, and assertions count as
 * true. Stops at `most`.
 */
export function countTries(root: Node, text: string, most: number): number {
  const points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  // What remains to be done after each character, so that a long text needs no deep stack.
  const open: (() => void)[] = [];
  let tries = 0;
  const go = (node: Node, at: number, then: (at: number) => void): void => {
    if (tries >= most) return;
    if (node.kind === "assert") then(at);
    else if (node.kind === "either") for (const branch of node.branches) go(branch, at, then);
    else if (node.kind === "sequence") sequence(node.parts, 0, at, then);
    else if (node.kind === "repeat") repeat(node, 0, at, then);
    else {
      tries++;
      const point = points[at];
      if (point !== undefined && includes(node.set, point)) open.push(() => then(at + 1));
    }
  };
  const sequence = (parts: Node[], i: number, at: number, then: (at: number) => void): void => {
    const part = parts[i];
    if (part === undefined) then(at);
    else go(part, at, (next) => sequence(parts, i + 1, next, then));
  };
  const repeat = (
    node: Node & { kind: "repeat" },
    done: number,
    at: number,
    then: (at: number) => void,
  ): void => {
    if (done < node.max) go(node.body, at, (next) => repeat(node, done + 1, next, then));
    if (done >= node.min) then(at);
  };
  go(root, 0, () => undefined);
  for (let next = open.pop(); next !== undefined; next = open.pop()) next();
  return tries;
}
