import { refuse, type Refusal } from "../http/index.ts";
import type { VersionState } from "./keyring/record.ts";

export function keyNotProvisioned(): Refusal {
  return refuse(404, "key_not_provisioned", "The tenant has no encryption key.");
}

export function ciphertextMalformed(): Refusal {
  return refuse(400, "ciphertext_malformed", "This is not a ciphertext of this service.");
}

function keyVersionUnknown(): Refusal {
  return refuse(400, "key_version_unknown", "The tenant has no key of this version.");
}

function keyVersionDisabled(): Refusal {
  return refuse(403, "key_version_disabled", "This key version is disabled.");
}

export function keyVersionDestroyed(): Refusal {
  return refuse(410, "key_version_destroyed", "This key version was destroyed.");
}

/** Refuses to decrypt under a version in this state, if it may not. */
export function refuseState(state: VersionState | undefined): Refusal | undefined {
  if (state === undefined) return keyVersionUnknown();
  if (state === "disabled") return keyVersionDisabled();
  return state === "destroyed" ? keyVersionDestroyed() : undefined;
}

/** The same answer however a ciphertext fails to open. */
export function decryptionFailed(): Refusal {
  return refuse(400, "decryption_failed", "The value cannot be decrypted.");
}
