import { refuse, type Refusal } from "../../http/index.ts";

const BUSY_SECONDS = 30;

export function conversionUnavailable(): Refusal {
  const message = "Workers AI makes no text of files now; nothing was stored.";
  return refuse(503, "conversion_unavailable", message, { retryAfterSeconds: BUSY_SECONDS });
}

/**
 * A later try would not help. The provider's reason is not passed on, because it may be text of the
 * file.
 */
export function conversionRefused(): Refusal {
  return refuse(422, "document_refused", "Workers AI can make no text of this file.");
}

export function tooManyConversions(most: number): Refusal {
  const message = `Of one batch at most ${most} files become text.`;
  return refuse(413, "too_many_conversions", message);
}
