import { timeOf } from "../platform/index.ts";
import type { Feedback, InspectionRecord } from "./record-answers.ts";
import type { FeedbackRow, Found } from "./store.ts";

/** Writes a stored inspection as the API shows it. */
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
    createdAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
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
    createdAt: timeOf(createdAt),
  };
}
