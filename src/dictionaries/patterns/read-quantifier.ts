import type { Cursor } from "./cursor.ts";
import { MAX_COUNT } from "./limits.ts";
import { isProblem, problem, type PatternProblem } from "./problem.ts";

export interface Quantifier {
  min: number;
  max: number;
}

/** No leading zero: one engine takes such a count for plain text. */
const COUNTS = /^\{(0|[1-9]\d{0,8})(?:(,)(0|[1-9]\d{0,8})?)?\}/;
const LONGEST_COUNTS = 22;
const SIGNS: Record<string, Quantifier> = {
  "*": { min: 0, max: Infinity },
  "+": { min: 1, max: Infinity },
  "?": { min: 0, max: 1 },
};

/** Reads a quantifier, if there is one. A lazy mark is read too, and changes nothing. */
export function readQuantifier(cursor: Cursor): Quantifier | PatternProblem | undefined {
  const place = cursor.at + 1;
  const read = readCounts(cursor);
  if (read === undefined || isProblem(read)) return read;
  const next = cursor.chars[cursor.at] ?? "";
  if (next === "?") cursor.at += 1;
  const after = cursor.chars[cursor.at] ?? "";
  if (next === "+") {
    return problem("possessive", `has a possessive quantifier at character ${place}`);
  }
  if (after !== "" && "*+?{".includes(after)) {
    return problem("syntax", `has two quantifiers in a row at character ${place}`);
  }
  return read;
}

function readCounts(cursor: Cursor): Quantifier | PatternProblem | undefined {
  const char = cursor.chars[cursor.at] ?? "";
  const sign = SIGNS[char];
  if (sign !== undefined) {
    cursor.at += 1;
    return sign;
  }
  if (char !== "{") return undefined;
  const place = cursor.at + 1;
  const rest = cursor.chars.slice(cursor.at, cursor.at + LONGEST_COUNTS).join("");
  const counts = COUNTS.exec(rest);
  if (counts === null) {
    return problem("syntax", `has "{" at character ${place} that opens no count: write "\\{"`);
  }
  cursor.at += counts[0].length;
  return checkCounts(counts, place);
}

function checkCounts(counts: RegExpExecArray, place: number): Quantifier | PatternProblem {
  const min = Number(counts[1]);
  const open = counts[2] === undefined ? min : Infinity;
  const max = counts[3] === undefined ? open : Number(counts[3]);
  const named = `has the count "${counts[0]}" at character ${place}`;
  if (max < min || max === 0) return problem("syntax", `${named}, which repeats nothing`);
  if (min > MAX_COUNT || (max !== Infinity && max > MAX_COUNT)) {
    return problem("too_large", `${named}, which is over ${MAX_COUNT}`);
  }
  return { min, max };
}
