import { closeUnderCase } from "./fold-case.ts";
import { complement, unite, type CodePoints } from "./code-points.ts";
import { ahead, type Cursor } from "./cursor.ts";
import { isProblem, problem, quote, type PatternProblem } from "./problem.ts";
import { readEscape, type Escape } from "./read-escape.ts";

/** Set operations of some engines, two plain characters in others. */
const OPERATORS = ["&&", "--", "~~"];

/** Reads a bracketed class; the cursor stands on its opening bracket. */
export function readClass(cursor: Cursor): CodePoints | PatternProblem {
  const from = cursor.at;
  const negated = cursor.chars[from + 1] === "^";
  cursor.at += negated ? 2 : 1;
  const first = cursor.at;
  if (cursor.chars[first] === "]") {
    return problem("syntax", `has a class at character ${from + 1} that begins with "]"`);
  }
  const written: number[] = [];
  const named: number[] = [];
  while (cursor.chars[cursor.at] !== "]") {
    if (cursor.at >= cursor.chars.length) {
      return problem("syntax", `has a class at character ${from + 1} that is not closed`);
    }
    const member = readMember(cursor, cursor.at === first);
    if (isProblem(member)) return member;
    if ("set" in member) named.push(...member.set);
    else written.push(member.low, member.high);
  }
  cursor.at += 1;
  const set = finish(cursor.fold, negated, written, named);
  const text = quote(cursor.chars.slice(from, cursor.at).join(""));
  if (set.length > 0) return set;
  return problem("syntax", `has the class ${text}, which matches no character`);
}

function finish(
  fold: boolean,
  negated: boolean,
  written: CodePoints,
  named: CodePoints,
): CodePoints {
  const plain = unite(written);
  const members = unite([...(fold ? closeUnderCase(plain) : plain), ...named]);
  return negated ? complement(members) : members;
}

type Member = { low: number; high: number } | { set: CodePoints };

function readMember(cursor: Cursor, isFirst: boolean): Member | PatternProblem {
  const place = cursor.at + 1;
  const low = readClassAtom(cursor, isFirst);
  if (isProblem(low)) return low;
  const next = cursor.chars[cursor.at + 1];
  if (cursor.chars[cursor.at] !== "-" || next === "]" || next === undefined) {
    return "set" in low ? low : { low: low.point, high: low.point };
  }
  cursor.at += 1;
  const high = readClassAtom(cursor, false);
  if (isProblem(high)) return high;
  if ("set" in low || "set" in high || low.point > high.point) {
    return problem("syntax", `has a range at character ${place} that does not go from low to high`);
  }
  return { low: low.point, high: high.point };
}

function readClassAtom(cursor: Cursor, isFirst: boolean): Escape | PatternProblem {
  const char = cursor.chars[cursor.at] ?? "";
  const place = cursor.at + 1;
  if (char === "\\") return readEscape(cursor, true);
  const two = ahead(cursor, 2);
  if (OPERATORS.includes(two)) {
    return problem("syntax", `has "${two}" in a class at character ${place}: escape or part them`);
  }
  const isLast = cursor.chars[cursor.at + 1] === "]";
  if (char === "[" || (char === "-" && !isFirst && !isLast)) {
    return problem(
      "syntax",
      `has a bare "${char}" in a class at character ${place}: write "\\${char}"`,
    );
  }
  cursor.at += 1;
  return { point: char.codePointAt(0) ?? 0 };
}
