import { refuse, type Refusal } from "../../http/index.ts";
import { keyNotProvisioned } from "../refusals.ts";
import type { AutoRotation } from "./record.ts";
import type { KeyringStore } from "./store.ts";

/** What is absent stays as it is. */
export interface Settings {
  minEncryptionVersion?: number | undefined;
  autoRotation?: AutoRotation | null | undefined;
}

export function changeSettings(store: KeyringStore, settings: Settings): void | Refusal {
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
  if (autoRotation !== undefined) {
    store.setAutoRotation(autoRotation ?? { afterEncryptions: null, afterDays: null });
  }
}
