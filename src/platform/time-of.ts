/**
 * The last time written. Times often repeat, and writing one takes a hundred times as long as
 * comparing.
 */
let last = { at: Number.NaN, text: "" };

/** A time in RFC 3339, as answers have it; null stays null. */
export function timeOf(at: number): string;
export function timeOf(at: number | null): string | null;
export function timeOf(at: number | null): string | null {
  if (at === null) return null;
  if (at !== last.at) last = { at, text: new Date(at).toISOString() };
  return last.text;
}

/** The month, day, hour or minute of a time, in UTC. */
export const monthOf = cutLike("2026-01");
export const dayOf = cutLike("2026-01-31");
export const hourOf = cutLike("2026-01-31T10");
export const minuteOf = cutLike("2026-01-31T10:05");

function cutLike({ length }: string): (at: number) => string {
  return (at) => new Date(at).toISOString().slice(0, length);
}
