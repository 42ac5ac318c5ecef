import { timeOf } from "../platform/index.ts";

/** From when on no new ciphertext anywhere carries an older version. */
export const SETTLED_HEADER = "Old-Version-Ends-At";

export function settledHeader(settledAt: number): Record<string, string> {
  return { [SETTLED_HEADER]: timeOf(settledAt) };
}
