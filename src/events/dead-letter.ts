import type { DeadReason } from "./dead-reasons.ts";

/** An event in the dead queue, and why it could not be archived or forwarded. */
export interface DeadLetter {
  reason: string;
  body: string;
}

const REASONED = /^([a-z_]{1,40})\n([^]*)$/;

/** The reason stands on a line before the event: wrapped in JSON, a large event could grow too large. */
export function writeDeadLetter(reason: DeadReason, event: unknown): string {
  return `${reason}\n${textOf(event)}`;
}

/** A message that the platform moved to the dead queue by itself has no reason. */
export function readDeadLetter(message: unknown): DeadLetter {
  const text = textOf(message);
  const [, reason = "retries_exhausted", body = text] = REASONED.exec(text) ?? [];
  return { reason, body };
}

function textOf(message: unknown): string {
  return typeof message === "string" ? message : (JSON.stringify(message) ?? "");
}
