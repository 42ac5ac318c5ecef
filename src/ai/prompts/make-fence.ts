import { randomBase62 } from "../../platform/index.ts";

const LETTERS = 12;

/**
 * A mark that nobody can guess. The text between two of these marks is data, and the prompt tells the
 * model to take no orders from it.
 */
export function makeFence(): string {
  return `DATA-${randomBase62(LETTERS)}`;
}
