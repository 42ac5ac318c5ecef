import type { Refusal } from "../../http/index.ts";

export interface AuditNote {
  action: string;
  detail?: Record<string, string>;
  /** Who did it; the agent itself if nobody is named. */
  actor?: string;
  requestId?: string | undefined;
}

/**
 * What an agent's object answers: the outcome, and what D1 has to hear of it. Free-form parts
 * travel as JSON text, which costs one parse where it is needed and none on the way.
 */
export interface Told<T> {
  outcome: T | Refusal;
  /** JSON of a Telling. */
  telling: string | null;
}

export function tell<T>(outcome: T | Refusal): Told<T> {
  return { outcome, telling: null };
}
