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
  /** No lease with other settings is younger. Null: nobody changed them, or a version did that notes no time. */
  settingsAt: number | null;
  createdAt: number;
}

export interface VersionRow {
  version: number;
  state: VersionState;
  rootId: number;
  /** Every root that ever wrapped this key: what old storage history could still be opened with. */
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

/** What one isolate did under each version since its last report. Sent twice, it counts once. */
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
  /** When the new one took over: no lease of the old one is younger. An older object lacks it. */
  at?: number;
  /** An order known by its idempotency key: nothing was done now. An older object never says so. */
  replayed?: boolean;
}
