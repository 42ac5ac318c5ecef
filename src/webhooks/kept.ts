import { DAY_MS } from "../platform/index.ts";

/** How long events and the logs of endpoints are kept; a replay reaches as far back. */
export const KEPT_MS = 30 * DAY_MS;
