import type { Refusal } from "../../http/index.ts";

export interface AuditNote {
  action: string;
  detail?: Record<string, string>;
  /** Who did it; the agent itself if absent. */
  actor?: string;
  requestId?: string | undefined;
}

/**
 * What an agent's object answers: the outcome, and the update that the Worker must write to D1
 * because of it. The update is JSON text, so that it is parsed only if it is needed.
 */
export interface Answer<T> {
  outcome: T | Refusal;
  /** JSON of a D1Update; null if D1 needs none. */
  update: string | null;
}

export function answer<T>(outcome: T | Refusal): Answer<T> {
  return { outcome, update: null };
}
