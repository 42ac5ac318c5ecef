export type PatternReason =
  | "syntax"
  | "backreference"
  | "lookaround"
  | "possessive"
  | "unicode_property"
  | "ambiguous"
  | "too_large";

/** Why a pattern is refused. The message is a predicate: whoever shows it puts the field before it. */
export interface PatternProblem {
  reason: PatternReason;
  message: string;
}

const SHOWN = 60;

export function problem(reason: PatternReason, message: string): PatternProblem {
  return { reason, message };
}

export function isProblem(value: object): value is PatternProblem {
  return "reason" in value;
}

/** A part of a pattern as a message names it, cut where it would fill the line. */
export function quote(part: string): string {
  const chars = Array.from(part);
  return chars.length <= SHOWN ? `"${part}"` : `"${chars.slice(0, SHOWN).join("")}..."`;
}
