import { refuse, type Refusal } from "../../http/index.ts";
import { keyNotProvisioned } from "../refusals.ts";
import type { AutoRotation } from "./record.ts";
import type { KeyringStore } from "./store.ts";

const NEVER: AutoRotation = { afterEncryptions: null, afterDays: null };

/** What is absent stays as it is. */
export interface Settings {
  minEncryptionVersion?: number | undefined;
  autoRotation?: AutoRotation | null | undefined;
}

/** Whether anything is set to something else than it was. */
export function changeSettings(store: KeyringStore, settings: Settings): boolean | Refusal {
  const { minEncryptionVersion: minimum, autoRotation } = settings;
  const keyring = store.keyring();
  if (keyring === undefined) return keyNotProvisioned();
  if (minimum !== undefined && minimum > keyring.current) {
    return refuse(
      409,
      "key_version_not_found",
      `The newest version is ${keyring.current}: rotate the key before raising the minimum.`,
    );
  }
  if (minimum !== undefined) store.setMinimum(minimum);
  if (autoRotation !== undefined) store.setAutoRotation(autoRotation ?? NEVER);
  return JSON.stringify(store.keyring()) !== JSON.stringify(keyring);
}
