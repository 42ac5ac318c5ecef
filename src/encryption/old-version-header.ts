import { timeOf } from "../platform/index.ts";

/** From this time on no new ciphertext has an older key version. */
export const OLD_VERSION_HEADER = "Old-Version-Ends-At";

export function oldVersionHeader(settledAt: number): Record<string, string> {
  return { [OLD_VERSION_HEADER]: timeOf(settledAt) };
}
