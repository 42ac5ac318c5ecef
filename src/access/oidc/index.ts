import type { finishSignIn as finish } from "./finish-sign-in.ts";

export { beginSignIn } from "./begin-sign-in.ts";
export { offeredIssuers } from "./issuers.ts";

/**
 * Loads the code with the first sign-in that comes back from a provider: it brings the check of
 * tokens.
 */
export async function finishSignIn(...given: Parameters<typeof finish>) {
  return (await import("./finish-sign-in.ts")).finishSignIn(...given);
}
