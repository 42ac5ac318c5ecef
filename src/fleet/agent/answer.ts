import type { Refusal } from "../../http/index.ts";

export interface AuditNote {
  action: string;
  detail?: Record<string, string>;
  /** Who did it; the agent itself if nobody is named. */
  actor?: string;
  requestId?: string | undefined;
}

/**
 * What an agent's object answers: the outcome, and what the Worker is to write to D1 because of it.
 * The update is JSON text, so that it is parsed only where it is needed.
 */
export interface Answer<T> {
  outcome: T | Refusal;
  /** JSON of a D1Update; null when D1 has nothing to learn. */
  update: string | null;
}

export function answer<T>(outcome: T | Refusal): Answer<T> {
  return { outcome, update: null };
}
