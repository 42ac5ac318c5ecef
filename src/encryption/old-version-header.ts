import { timeOf } from "../platform/index.ts";

/** From when on no new ciphertext anywhere carries an older version. */
export const OLD_VERSION_HEADER = "Old-Version-Ends-At";

export function oldVersionHeader(settledAt: number): Record<string, string> {
  return { [OLD_VERSION_HEADER]: timeOf(settledAt) };
}
