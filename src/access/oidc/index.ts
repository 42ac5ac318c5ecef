import type { finishSignIn as finish } from "./finish-sign-in.ts";

export { beginSignIn } from "./begin-sign-in.ts";
export { offeredIssuers } from "./issuers.ts";

/** Loaded for who comes back from a provider: nobody else has a token to check. */
export async function finishSignIn(...given: Parameters<typeof finish>) {
  return (await import("./finish-sign-in.ts")).finishSignIn(...given);
}
