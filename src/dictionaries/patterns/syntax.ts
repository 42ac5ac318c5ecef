import type { CodePoints } from "./code-points.ts";

/** Where a node stands in the source, in characters. */
export interface Span {
  at: number;
  end: number;
}

interface Common extends Span {
  nullable: boolean;
  /** Positions after repetitions are written out. */
  size: number;
}

interface SetNode extends Common {
  kind: "set";
  set: CodePoints;
}

interface AssertNode extends Common {
  kind: "assert";
  /** The contexts in which it holds, one bit each. */
  holds: number;
}

interface SequenceNode extends Common {
  kind: "sequence";
  parts: Node[];
}

interface EitherNode extends Common {
  kind: "either";
  branches: Node[];
}

export interface RepeatNode extends Common {
  kind: "repeat";
  body: Node;
  min: number;
  /** Infinity where there is no bound. */
  max: number;
}

export type Node = SetNode | AssertNode | SequenceNode | EitherNode | RepeatNode;

export interface Syntax {
  chars: string[];
  root: Node;
  fold: boolean;
}

/**
 * A context is what is left and right of a place in the text: 0 the edge of the text, 1 any other
 * character, 2 a word character. Each context has the bit `left * 3 + right`.
 */
export const ALWAYS = 0b111_111_111;
export const AT_START = 0b000_000_111;
export const AT_END = 0b001_001_001;
export const AT_WORD_EDGE = 0b011_100_100;

export function partOf(syntax: Syntax, span: Span): string {
  return syntax.chars.slice(span.at, span.end).join("");
}
