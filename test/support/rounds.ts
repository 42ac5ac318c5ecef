/**
 * How often a property is tried: as often as is said with `npm test -- --all`, else a fifth of it.
 * Each run has a seed of its own, so that what one does not meet the next one may.
 */
export function rounds(all: number): number {
  return process.env["TEST_ALL"] === "1" ? all : Math.ceil(all / 5);
}
