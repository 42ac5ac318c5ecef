import { HOUR_MS, MINUTE_MS } from "../../platform/index.ts";
import type { SignedIn } from "../sessions/session.ts";

const STEP_UP_MS = 5 * MINUTE_MS;
/** A first passkey may take a while to set up; another one needs a proof by an existing one. */
const FIRST_PASSKEY_MS = HOUR_MS;

type Proof = Pick<SignedIn, "passkeys" | "provenAt" | "startedAt">;

/**
 * Whether the person was proved recently. Before the first passkey exists, the session's beginning by
 * the one-time link counts as the proof, for as long as a passkey does.
 */
export function isProven({ passkeys, provenAt, startedAt }: Proof, now: number): boolean {
  const at = passkeys === 0 ? startedAt : provenAt;
  return at !== null && now - at <= STEP_UP_MS;
}

export function mayAddPasskey(proof: Proof, now: number): boolean {
  if (proof.passkeys === 0) return now - proof.startedAt <= FIRST_PASSKEY_MS;
  return isProven(proof, now);
}
