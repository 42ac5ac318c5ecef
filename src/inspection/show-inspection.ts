import type { Feedback, InspectionRecord } from "./schemas.ts";
import type { FeedbackRow, Found } from "./store.ts";

/** What is kept of an inspection, as its tenant sees it. */
export function showInspection({ row, feedback }: Found): InspectionRecord {
  const { id, channel, verdict, score, lang, layers, keyId, createdAt, expiresAt } = row;
  return {
    inspectionId: id,
    channel,
    verdict,
    score,
    lang,
    layers,
    keyId,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    feedback: feedback === null ? null : showFeedback(feedback),
  };
}

export function showFeedback({ kind, label, note, message, by, createdAt }: FeedbackRow): Feedback {
  return {
    kind,
    label,
    note,
    hasMessage: message !== null,
    by,
    createdAt: new Date(createdAt).toISOString(),
  };
}
