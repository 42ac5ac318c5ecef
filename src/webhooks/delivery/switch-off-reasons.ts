/** Why an endpoint is switched off, as the API says it. */
export const SWITCH_OFF_REASONS = {
  gone: "The endpoint answered 410 Gone.",
  silent: "No delivery succeeded for 5 days.",
  sealed: "The key version that sealed its secret was destroyed.",
} as const;
