/** How long events and the logs of endpoints are kept; a replay reaches as far back. */
export const KEPT_MS = 30 * 86_400_000;
