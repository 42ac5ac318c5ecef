/** How much less is kept once so much is there, the largest first: `[from, kept]`. */
type Steps = readonly (readonly [from: number, kept: number])[];

/** What is kept of something that has grown so large; undefined below the last step. */
export function keptAt(steps: Steps, size: number): number | undefined {
  return steps.find(([from]) => size >= from)?.[1];
}
