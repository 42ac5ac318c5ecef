/**
 * How often a property is tried: in full with `npm test -- --all`, otherwise a fifth of it. Each run
 * has a seed of its own, so that the next one may find what this one does not.
 */
export function rounds(all: number): number {
  return process.env["TEST_ALL"] === "1" ? all : Math.ceil(all / 5);
}
