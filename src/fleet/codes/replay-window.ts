import { DAY_MS, HOUR_MS } from "../../platform/index.ts";

/** How long the same key gets the same agent from the same code. */
export const REPLAY_WINDOW_MS = DAY_MS;
/** How long an enrolment may take to make its agent; after that its key may be taken over. */
export const CLAIM_LAPSES_MS = HOUR_MS;
