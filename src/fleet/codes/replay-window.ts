/** How long the same key gets the same agent from the same code. */
export const REPLAY_WINDOW_MS = 86_400_000;
/** How long an enrolment may take to make its agent; after that its key may be taken over. */
export const CLAIM_LAPSES_MS = 3_600_000;
