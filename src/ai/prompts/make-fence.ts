import { randomBase62 } from "../../platform/index.ts";

const LETTERS = 12;

/** A mark that nobody can guess: what stands between two of it is data and gives a model no orders. */
export function makeFence(): string {
  return `DATA-${randomBase62(LETTERS)}`;
}
