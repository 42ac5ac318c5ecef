import type { WrappedKey } from "../envelope/wrap.ts";
import type { Bytes } from "../suite/bytes.ts";

/**
 * `active` encrypts and decrypts, and there is one of them; a rotation leaves it `decrypt_only`.
 * `disabled` is the soft way out and can be undone; `destroyed` cannot.
 */
export type VersionState = "active" | "decrypt_only" | "disabled" | "destroyed";

export interface KeyringRow {
  tenantId: string;
  salt: Bytes;
  current: number;
  minimum: number;
  rotateAfterEncryptions: number | null;
  rotateAfterDays: number | null;
  /**
   * Since when the settings count. Null if they were never changed, or by a version that notes no
   * time.
   */
  settingsAt: number | null;
  createdAt: number;
}

export interface VersionRow {
  version: number;
  state: VersionState;
  rootId: number;
  /** Every root that ever wrapped this key; with them a restored storage could be opened. */
  pastRoots: number[];
  keyId: string;
  createdAt: number;
  /** When a newer version took over. */
  retiredAt: number | null;
  disabledAt: number | null;
  destroyedAt: number | null;
  destroyedBy: string | null;
  encryptions: number;
  decryptions: number;
  lastDecryptedAt: number | null;
}

/** What one isolate did under each version since its last report. A report sent twice counts once. */
export interface UsageReport {
  id: string;
  counts: { version: number; encryptions: number; decryptions: number }[];
}

/** What an isolate may do for the next seconds, and with which keys. */
export interface Grant {
  salt: Bytes;
  current: number;
  minimum: number;
  states: { version: number; state: VersionState }[];
  keys: WrappedKey[];
}

export interface AutoRotation {
  afterEncryptions: number | null;
  afterDays: number | null;
}

export interface Rotated {
  oldVersion: number;
  newVersion: number;
  /** When the new version took over: no lease of the old one is younger. An older object lacks it. */
  at?: number;
  /** True if it was done before under the same idempotency key. An older object never says so. */
  replayed?: boolean;
}
