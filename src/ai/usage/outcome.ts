/** What a provider counts: words of a model, letters that are spoken, seconds that are heard. */
export const UNITS = ["token", "character", "second"] as const;
export type Unit = (typeof UNITS)[number];

/**
 * How a call of a provider ended: it answered; it refused or was broken; nobody knows, because
 * the answer did not come or could not be read.
 */
export const OUTCOMES = ["ok", "failed", "unknown"] as const;
export type CallOutcome = (typeof OUTCOMES)[number];
