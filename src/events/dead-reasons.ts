/** Why an event could not be archived or forwarded. */
export const DEAD_REASONS = [
  "malformed",
  "database_failed",
  "archive_failed",
  "forward_failed",
  "retries_exhausted",
] as const;

export type DeadReason = (typeof DEAD_REASONS)[number];
