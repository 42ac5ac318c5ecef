export const MAX_QUOTA = 10_000_000_000;
/** How long a key that was replaced goes on, if nobody says otherwise. */
export const DEFAULT_GRACE_SECONDS = 86_400;
