import type { TenantId } from "../access/index.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { Desk } from "./desk.ts";
import { MAX_CONTEXT_BYTES, tooLarge } from "./limits.ts";
import {
  ciphertextMalformed,
  decryptionFailed,
  keyVersionDestroyed,
  keyVersionDisabled,
  keyVersionUnknown,
} from "./refusals.ts";
import { readCiphertext } from "./suite/ciphertext.ts";
import { deriveAfresh, openField, type Opened, type VersionKey } from "./suite/field.ts";

export interface Encrypted {
  encrypted: string;
  context?: string | undefined;
}

/** Who asks, and for what; the trail of decrypts keeps both. */
export interface Reader {
  who: string;
  requestId: string;
  action: "decrypt" | "rewrap";
}

/** Opens a ciphertext and leaves a line in the trail, whatever comes of it. */
export async function openCiphertext(
  desk: Desk,
  tenantId: TenantId,
  { encrypted, context }: Encrypted,
  reader: Reader,
  derive = deriveAfresh,
): Promise<Opened | Refusal> {
  const ciphertext = readCiphertext(encrypted);
  if (ciphertext === null) return ciphertextMalformed();
  const refused = tooLarge("context", context ?? "", MAX_CONTEXT_BYTES);
  if (refused !== undefined) return refused;
  const { keyVersion: version } = ciphertext;
  const key = await openingKey(desk, tenantId, version);
  const opened = isRefusal(key) ? key : await openField(key, ciphertext, context, derive);
  const outcome = outcomeOf(opened);
  const at = desk.platform.now();
  desk.trail.add(desk, { tenantId, at, ...reader, version, context, outcome });
  if (typeof opened === "string") return decryptionFailed();
  if (!isRefusal(opened)) desk.leases.of(tenantId).count(desk, version, "decryptions");
  return opened;
}

/** The key of the version, as far as its state lets anybody open with it. */
async function openingKey(
  desk: Desk,
  tenantId: TenantId,
  version: number,
): Promise<VersionKey | Refusal> {
  const lease = desk.leases.of(tenantId);
  const held = await lease.takeKnowing(desk, version);
  if (isRefusal(held)) return held;
  const state = held.states.get(version);
  if (state === undefined) return keyVersionUnknown();
  if (state === "disabled") return keyVersionDisabled();
  if (state === "destroyed") return keyVersionDestroyed();
  return lease.key(desk, held, version);
}

function outcomeOf(opened: Opened | Refusal | string): string {
  if (typeof opened === "string") return opened;
  return isRefusal(opened) ? opened.error : "opened";
}
