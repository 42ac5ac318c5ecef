/** How long the same key gets the same agent from the same code. */
export const REPLAY_WINDOW_MS = 86_400_000;
