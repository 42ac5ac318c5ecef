export const STATES = [
  "proposed",
  "approved",
  "rejected",
  "expired",
  "executed",
  "failed",
] as const;
