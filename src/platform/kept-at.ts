/** From which size on how much is kept, the largest size first. */
type Steps = readonly (readonly [from: number, kept: number])[];

/** The `kept` of the first step that this size reaches; undefined if it reaches none. */
export function keptAt(steps: Steps, size: number): number | undefined {
  return steps.find(([from]) => size >= from)?.[1];
}
