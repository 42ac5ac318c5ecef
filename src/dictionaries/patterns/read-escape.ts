import { complement, DIGITS, FOLDED_WORDS, SPACES, WORDS, type CodePoints } from "./code-points.ts";
import type { Cursor } from "./cursor.ts";
import { problem, type PatternProblem } from "./problem.ts";

const CONTROLS: Record<string, number> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };
const PUNCTUATION = "^$\\.*+?()[]{}|/";
const HEX_BYTE = /^[0-9a-fA-F]{2}$/;

/** An escape that stands for characters: one, or a class. */
export type Escape = { point: number } | { set: CodePoints };

/** Reads what follows a backslash; the cursor stands on the backslash. */
export function readEscape(cursor: Cursor, inClass: boolean): Escape | PatternProblem {
  const letter = cursor.chars[cursor.at + 1];
  if (letter === undefined) return problem("syntax", "ends in a lone backslash");
  const set = classOf(letter, cursor.fold);
  const point = CONTROLS[letter] ?? punctuationOf(letter, inClass);
  if (set === undefined && point === undefined && letter !== "x") {
    return refuseEscape(letter, cursor.at + 1);
  }
  cursor.at += 2;
  if (set !== undefined) return { set };
  return point === undefined ? readHex(cursor) : { point };
}

function classOf(letter: string, fold: boolean): CodePoints | undefined {
  const positive = {
    d: DIGITS,
    w: fold ? FOLDED_WORDS : WORDS,
    s: SPACES,
  }[letter.toLowerCase()];
  if (positive === undefined) return undefined;
  return letter === letter.toLowerCase() ? positive : complement(positive);
}

function punctuationOf(letter: string, inClass: boolean): number | undefined {
  const may = PUNCTUATION.includes(letter) || (inClass && letter === "-");
  return may ? letter.codePointAt(0) : undefined;
}

function readHex(cursor: Cursor): Escape | PatternProblem {
  const digits = cursor.chars.slice(cursor.at, cursor.at + 2).join("");
  if (!HEX_BYTE.test(digits)) {
    return problem("syntax", `has "\\x" at character ${cursor.at - 1} without two hex digits`);
  }
  cursor.at += 2;
  return { point: Number.parseInt(digits, 16) };
}

function refuseEscape(letter: string, place: number): PatternProblem {
  const named = `has "\\${letter}" at character ${place}`;
  if (/[1-9k]/.test(letter)) {
    return problem("backreference", `${named}: a backreference has no linear-time matching`);
  }
  if (letter === "p" || letter === "P") {
    const why = "engines disagree on Unicode properties; write the letters as a class";
    return problem("unicode_property", `${named}: ${why}, such as [a-zà-ÿ]`);
  }
  if (letter === "u") {
    return problem("syntax", `${named}: not every engine knows it; write the character itself`);
  }
  const why = "not every engine reads this escape, or not in the same way";
  return problem("syntax", `${named}: ${why}`);
}
