import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, keepShape, type Refusal } from "../http/index.ts";
import { keyAccessFor, type KeyAccess } from "./key-access.ts";
import type { TenantLease } from "./lease/tenant-lease.ts";
import { MAX_CONTEXT_BYTES, tooLarge } from "./limits.ts";
import {
  ciphertextMalformed,
  decryptionFailed,
  keyNotProvisioned,
  refuseState,
} from "./refusals.ts";
import { readCiphertext } from "./suite/ciphertext.ts";
import { openField, type Opened, type VersionKey } from "./suite/field.ts";

export interface Encrypted {
  encrypted: string;
  context?: string | undefined;
}

/** A call that decrypts for a tenant, with the keys that it has used so far. */
export interface Opening {
  access: KeyAccess;
  tenantId: TenantId;
  /** Who asks, and for what; the trail of decrypts keeps both. */
  by: Doer;
  action: "decrypt" | "rewrap";
  lease: TenantLease;
  keys: Map<number, VersionKey>;
}

export function startOpening(
  access: KeyAccess,
  tenantId: TenantId,
  by: Doer,
  action: Opening["action"],
): Opening {
  const lease = access.leases.of(tenantId);
  const openBy = (at: KeyAccess): Opening => ({
    access: at,
    tenantId,
    by,
    action,
    lease,
    keys: new Map(),
  });
  // An opening like it: the real one holds the request, and keys that may be destroyed.
  keepShape("opening", openBy(keyAccessFor(access.env, access.platform)));
  return openBy(access);
}

/** Decrypts a ciphertext and leaves a line in the tenant's trail, whether it opens or not. */
export async function openCiphertext(
  opening: Opening,
  request: Encrypted,
): Promise<Opened | Refusal> {
  const { encrypted, context } = request;
  const ciphertext = readCiphertext(encrypted);
  if (ciphertext === null) return ciphertextMalformed();
  keepShape("ciphertext", ciphertext);
  keepShape("encrypted", request);
  const refused = tooLarge("context", context ?? "", MAX_CONTEXT_BYTES);
  if (refused !== undefined) return refused;
  const { keyVersion: version } = ciphertext;
  const known = opening.keys.get(version) ?? warmKey(opening, version);
  const key = known ?? (await openingKey(opening, version));
  const opened = isRefusal(key) ? key : await openField(key, ciphertext, context);
  const { access, lease, tenantId, by, action } = opening;
  const outcome = outcomeOf(opened);
  // No trail for a tenant without a key, which may not even be there.
  if (isRefusal(opened) && outcome === NO_KEY) return opened;
  const at = access.platform.now();
  access.trail.add(access, { tenantId, at, by, action, version, context, outcome });
  if (typeof opened === "string") return decryptionFailed();
  if (outcome === OPENED) lease.count(access, version, "decryptions");
  return opened;
}

/** The key, if the lease allows the version and has its key loaded: no wait is needed. */
function warmKey({ access, lease }: Opening, version: number): VersionKey | undefined {
  const granted = lease.warm(access.platform.now());
  const mayOpen = granted !== undefined && refuseState(granted.states.get(version)) === undefined;
  return mayOpen ? granted.loaded(version) : undefined;
}

/** The key of the version, unless its state forbids decrypting. May ask the keyring. */
async function openingKey(
  { access, lease, keys }: Opening,
  version: number,
): Promise<VersionKey | Refusal> {
  const granted = await lease.takeForVersion(access, version);
  if (isRefusal(granted)) return granted;
  const refused = refuseState(granted.states.get(version));
  if (refused !== undefined) return refused;
  const key = await lease.key(access, granted, version);
  if (!isRefusal(key)) keys.set(version, key);
  return key;
}

const OPENED = "opened";
const NO_KEY = keyNotProvisioned().error;

function outcomeOf(opened: Opened | Refusal | string): string {
  if (typeof opened === "string") return opened;
  return isRefusal(opened) ? opened.error : OPENED;
}
