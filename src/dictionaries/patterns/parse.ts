import { ahead, type Cursor } from "./cursor.ts";
import { MAX_DEPTH, MAX_POSITIONS, MAX_SOURCE } from "./limits.ts";
import { isProblem, problem, quote, type PatternProblem } from "./problem.ts";
import { readAtom } from "./read-atom.ts";
import { readQuantifier, type Quantifier } from "./read-quantifier.ts";
import type { Node, Syntax } from "./syntax.ts";

const FOLD = "(?i)";

/** Parses a pattern, or says where it is not of our dialect. */
export function parse(source: string): Syntax | PatternProblem {
  if (source.length > MAX_SOURCE) {
    return problem("too_large", `is longer than ${MAX_SOURCE} characters`);
  }
  if (!source.isWellFormed()) return problem("syntax", "has half of a surrogate pair");
  const fold = source.startsWith(FOLD);
  const chars = Array.from(source);
  const cursor: Cursor = { chars, fold, at: fold ? FOLD.length : 0 };
  const root = readEither(cursor, 0);
  if (isProblem(root)) return root;
  if (cursor.at < chars.length) {
    return problem("syntax", `has ")" at character ${cursor.at + 1} that closes no group`);
  }
  return { chars, root, fold };
}

function readEither(cursor: Cursor, depth: number): Node | PatternProblem {
  const at = cursor.at;
  const branches: Node[] = [];
  do {
    if (branches.length > 0) cursor.at += 1;
    const branch = readSequence(cursor, depth);
    if (isProblem(branch)) return branch;
    branches.push(branch);
  } while (cursor.chars[cursor.at] === "|");
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return only;
  const span = { at, end: cursor.at };
  const empty = branches.filter((branch) => branch.nullable).length;
  if (empty > 1) {
    const part = quote(cursor.chars.slice(span.at, span.end).join(""));
    return problem("ambiguous", `has ${part}, where several alternatives can match nothing`);
  }
  const node: Node = {
    kind: "either",
    branches,
    nullable: empty > 0,
    size: sizeOf(branches),
    ...span,
  };
  return checkSize(cursor, node);
}

function readSequence(cursor: Cursor, depth: number): Node | PatternProblem {
  const at = cursor.at;
  const parts: Node[] = [];
  while (cursor.at < cursor.chars.length && !"|)".includes(cursor.chars[cursor.at] ?? "")) {
    const part = readTerm(cursor, depth);
    if (isProblem(part)) return part;
    parts.push(part);
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const nullable = parts.every((part) => part.nullable);
  const node: Node = { kind: "sequence", parts, nullable, size: sizeOf(parts), at, end: cursor.at };
  return checkSize(cursor, node);
}

function readTerm(cursor: Cursor, depth: number): Node | PatternProblem {
  const at = cursor.at;
  const body = cursor.chars[at] === "(" ? readGroup(cursor, depth + 1) : readAtom(cursor);
  if (isProblem(body)) return body;
  const quantifier = readQuantifier(cursor);
  if (quantifier === undefined) return body;
  if (isProblem(quantifier)) return quantifier;
  return repeat(cursor, body, quantifier, at);
}

function repeat(
  cursor: Cursor,
  body: Node,
  { min, max }: Quantifier,
  at: number,
): Node | PatternProblem {
  const part = quote(cursor.chars.slice(at, cursor.at).join(""));
  if (body.kind === "assert") return problem("syntax", `repeats the assertion ${part}`);
  if (body.nullable) {
    const why = "repeats something that can match nothing: make the repeated part need a character";
    return problem("ambiguous", `has ${part}, which ${why}`);
  }
  const size = body.size * (max === Infinity ? Math.max(min, 1) : max);
  const node: Node = {
    kind: "repeat",
    body,
    min,
    max,
    nullable: min === 0,
    size,
    at,
    end: cursor.at,
  };
  return checkSize(cursor, node);
}

function readGroup(cursor: Cursor, depth: number): Node | PatternProblem {
  const at = cursor.at;
  const refused = refuseGroup(cursor, depth);
  if (refused !== undefined) return refused;
  cursor.at += ahead(cursor, 3) === "(?:" ? 3 : 1;
  const inner = readEither(cursor, depth);
  if (isProblem(inner)) return inner;
  if (cursor.chars[cursor.at] !== ")") {
    return problem("syntax", `has a group at character ${at + 1} that is not closed`);
  }
  cursor.at += 1;
  return { ...inner, at, end: cursor.at };
}

function refuseGroup(cursor: Cursor, depth: number): PatternProblem | undefined {
  const place = `at character ${cursor.at + 1}`;
  const opening = ahead(cursor, 4);
  if (depth > MAX_DEPTH) return problem("too_large", `nests groups deeper than ${MAX_DEPTH}`);
  if (!opening.startsWith("(?") || opening.startsWith("(?:")) return undefined;
  const look = /^\(\?<?[=!]/.exec(opening)?.[0];
  if (look !== undefined) {
    return problem("lookaround", `has a look-around "${look}" ${place}`);
  }
  if (opening.startsWith("(?>")) return problem("possessive", `has an atomic group ${place}`);
  if (/^\(\?P?[<']/.test(opening)) {
    return problem("syntax", `has a named group ${place}: use "(?:" instead`);
  }
  return problem("syntax", `has "${opening}" ${place}: of flags, only "(?i)" at the start is read`);
}

function sizeOf(nodes: Node[]): number {
  return nodes.reduce((sum, node) => sum + node.size, 0);
}

function checkSize(cursor: Cursor, node: Node): Node | PatternProblem {
  if (node.size <= MAX_POSITIONS) return node;
  const part = quote(cursor.chars.slice(node.at, node.end).join(""));
  const why = `comes to ${node.size} characters, over ${MAX_POSITIONS}`;
  return problem("too_large", `has ${part}, which written out ${why}: use smaller counts`);
}
