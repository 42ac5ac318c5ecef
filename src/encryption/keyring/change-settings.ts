import { refuse, type Refusal } from "../../http/index.ts";
import { keyNotProvisioned } from "../refusals.ts";
import type { AutoRotation } from "./record.ts";
import type { KeyringStore } from "./store.ts";

const NEVER: AutoRotation = { afterEncryptions: null, afterDays: null };

/** An absent field stays as it is. */
export interface Settings {
  minEncryptionVersion?: number | undefined;
  autoRotation?: AutoRotation | null | undefined;
}

/** Writes settings that differ. Returns whether any did. */
export function changeSettings(
  store: KeyringStore,
  settings: Settings,
  at: number,
): boolean | Refusal {
  const keyring = store.keyring();
  if (keyring === undefined) return keyNotProvisioned();
  const { current, rotateAfterEncryptions: afterEncryptions, rotateAfterDays: afterDays } = keyring;
  const { minEncryptionVersion: minimum = keyring.minimum } = settings;
  if (minimum > current) {
    return refuse(
      409,
      "key_version_not_found",
      `The newest version is ${current}: rotate the key before raising the minimum.`,
    );
  }
  const { autoRotation = { afterEncryptions, afterDays } } = settings;
  const rotation = autoRotation ?? NEVER;
  const isKnown =
    minimum === keyring.minimum &&
    rotation.afterEncryptions === afterEncryptions &&
    rotation.afterDays === afterDays;
  if (!isKnown) store.set(minimum, rotation, at);
  return !isKnown;
}
