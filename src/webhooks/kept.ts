/**
 * How long events are kept after they were fanned out, and an endpoint's log of them. So far back
 * reaches a replay.
 */
export const KEPT_MS = 30 * 86_400_000;
