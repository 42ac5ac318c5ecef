export const EVENT_TYPES = [
  "inspection.flagged",
  "quota.threshold",
  "quota.exhausted",
  "endpoint.failing",
  "endpoint.disabled",
  "action.approved",
  "ping",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}
