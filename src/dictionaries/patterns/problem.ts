export type PatternReason =
  | "syntax"
  | "backreference"
  | "lookaround"
  | "possessive"
  | "unicode_property"
  | "ambiguous"
  | "empty"
  | "too_large";

/** Why a pattern is refused. The message goes on from the name of the field: "has ...". */
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

/** A part of a pattern, quoted for a message and cut if it is long. */
export function quote(part: string): string {
  const chars = Array.from(part);
  return chars.length <= SHOWN ? `"${part}"` : `"${chars.slice(0, SHOWN).join("")}..."`;
}
