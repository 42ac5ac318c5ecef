export const LAYERS = ["L1", "L2", "L3", "L4"] as const;

/** The answer of one layer: how bad it finds the message, 0 to 100, and why. */
export interface Layer {
  layer: (typeof LAYERS)[number];
  score: number;
  signals: string[];
}

/**
 * A value may come from the message and have any length, so it is cut here. Half a surrogate pair,
 * which strict JSON readers refuse, is replaced, here and in `urls`.
 */
const MAX_VALUE = 64;

export function signalOf(id: string, value?: string): string {
  return value === undefined ? id : `${id}:${value.slice(0, MAX_VALUE).toWellFormed()}`;
}

/** The signal of a layer that could not look, so that its low score is not taken for a good result. */
export const UNAVAILABLE = "unavailable";

/** Returns the chance, 0 to 1, that at least one of several independent signs is right. */
export function eitherOf(...chances: readonly number[]): number {
  return 1 - chances.reduce((doubt, chance) => doubt * (1 - chance), 1);
}
