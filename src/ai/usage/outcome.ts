/**
 * The units that providers count: tokens of a model, characters that are spoken, seconds that are
 * heard.
 */
export const UNITS = ["token", "character", "second"] as const;
export type Unit = (typeof UNITS)[number];

/**
 * How a call of a provider ended: with an answer; with a refusal or a failure; or unknown, because the
 * answer did not come or could not be read.
 */
export const OUTCOMES = ["ok", "failed", "unknown"] as const;
export type CallOutcome = (typeof OUTCOMES)[number];
