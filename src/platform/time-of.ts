/** The last one written: what happens together has one time, and to write it takes a hundred times as long as to look. */
let last = { at: Number.NaN, text: "" };

/** A moment as answers write it; null stays null. */
export function timeOf(at: number): string;
export function timeOf(at: number | null): string | null;
export function timeOf(at: number | null): string | null {
  if (at === null) return null;
  if (at !== last.at) last = { at, text: new Date(at).toISOString() };
  return last.text;
}

const DAY_LENGTH = "2026-01-31".length;

/** The day of a moment, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, DAY_LENGTH);
}
