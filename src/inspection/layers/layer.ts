export const LAYERS = ["L1", "L2", "L3", "L4"] as const;

/** One line of an answer: how bad the layer finds the message, 0 to 100, and why. */
export interface Layer {
  layer: (typeof LAYERS)[number];
  score: number;
  signals: string[];
}

/**
 * A value may be a piece of the message, and as long as its sender likes. Half a pair, which strict
 * readers of JSON take for no answer at all, becomes a sign of its own, here and in `urls`.
 */
const MAX_VALUE = 64;

export function signalOf(id: string, value?: string): string {
  return value === undefined ? id : `${id}:${value.slice(0, MAX_VALUE).toWellFormed()}`;
}

/** Says that a layer could not look, so that its silence is not taken for a clean bill. */
export const UNAVAILABLE = "unavailable";

/** The chance that at least one of several independent signs is right, 0 to 1. */
export function eitherOf(...chances: readonly number[]): number {
  return 1 - chances.reduce((doubt, chance) => doubt * (1 - chance), 1);
}
