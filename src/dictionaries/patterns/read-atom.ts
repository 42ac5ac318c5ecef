import { DOT, type CodePoints } from "./code-points.ts";
import type { Cursor } from "./cursor.ts";
import { closeUnderCase } from "./fold-case.ts";
import { isProblem, problem, type PatternProblem } from "./problem.ts";
import { readClass } from "./read-class.ts";
import { readEscape } from "./read-escape.ts";
import { AT_END, AT_START, AT_WORD_EDGE, type Node } from "./syntax.ts";

/** Reads one character, class or assertion; groups are read elsewhere. */
export function readAtom(cursor: Cursor): Node | PatternProblem {
  const at = cursor.at;
  const holds = assertionAt(cursor);
  if (holds !== undefined) {
    return { kind: "assert", holds, nullable: true, size: 0, at, end: cursor.at };
  }
  const set = readSet(cursor);
  if (isProblem(set)) return set;
  return { kind: "set", set, nullable: false, size: 1, at, end: cursor.at };
}

function assertionAt(cursor: Cursor): number | undefined {
  const char = cursor.chars[cursor.at] ?? "";
  const token = char === "\\" ? char + (cursor.chars[cursor.at + 1] ?? "") : char;
  const holds = {
    "^": AT_START,
    $: AT_END,
    "\\b": AT_WORD_EDGE,
  }[token];
  if (holds !== undefined) cursor.at += token.length;
  return holds;
}

function readSet(cursor: Cursor): CodePoints | PatternProblem {
  const char = cursor.chars[cursor.at] ?? "";
  if (char === "[") return readClass(cursor);
  if (char === "\\") return readEscaped(cursor);
  const place = cursor.at + 1;
  if ("*+?".includes(char)) {
    return problem("syntax", `has "${char}" at character ${place} with nothing to repeat`);
  }
  if ("]{}".includes(char)) {
    return problem("syntax", `has a bare "${char}" at character ${place}: write "\\${char}"`);
  }
  cursor.at += 1;
  return char === "." ? DOT : single(char.codePointAt(0) ?? 0, cursor.fold);
}

function readEscaped(cursor: Cursor): CodePoints | PatternProblem {
  const escape = readEscape(cursor, false);
  if (isProblem(escape)) return escape;
  return "set" in escape ? escape.set : single(escape.point, cursor.fold);
}

function single(point: number, fold: boolean): CodePoints {
  return fold ? closeUnderCase([point, point]) : [point, point];
}
