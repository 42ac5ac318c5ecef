import type { SignedIn } from "../sessions/session.ts";

const STEP_UP_MS = 5 * 60_000;
/** Setting up a first passkey may take a while; later ones need one that is there. */
const FIRST_PASSKEY_MS = 60 * 60_000;

type Proof = Pick<SignedIn, "passkeys" | "provenAt" | "startedAt">;

/**
 * Whether it is fresh enough who sits there. Before the first passkey exists, the one-time link
 * that has just been spent is all the proof there is, and it counts for as long as a passkey does.
 */
export function isProven({ passkeys, provenAt, startedAt }: Proof, now: number): boolean {
  const at = passkeys === 0 ? startedAt : provenAt;
  return at !== null && now - at <= STEP_UP_MS;
}

export function mayAddPasskey(proof: Proof, now: number): boolean {
  if (proof.passkeys === 0) return now - proof.startedAt <= FIRST_PASSKEY_MS;
  return isProven(proof, now);
}
