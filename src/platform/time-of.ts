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

/** The month, day, hour or minute of a moment, in UTC. */
export const monthOf = cutLike("2026-01");
export const dayOf = cutLike("2026-01-31");
export const hourOf = cutLike("2026-01-31T10");
export const minuteOf = cutLike("2026-01-31T10:05");

function cutLike({ length }: string): (at: number) => string {
  return (at) => new Date(at).toISOString().slice(0, length);
}
