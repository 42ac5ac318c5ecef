import type { TenantId } from "../access/claim-tenant.ts";
import { isRefusal, keepShape, type Refusal } from "../http/index.ts";
import type { KeyAccess } from "./key-access.ts";
import { keysUnavailable } from "./envelope/roots.ts";
import { MAX_CONTEXT_BYTES, MAX_VALUE_BYTES, tooLarge } from "./limits.ts";
import type { GrantedKeys } from "./lease/granted-keys.ts";
import type { TenantLease } from "./lease/tenant-lease.ts";
import { sealFields, type Plain, type VersionKey } from "./suite/field.ts";

export interface Sealed {
  encrypted: string;
  keyVersion: number;
}

/** Encrypts a value under the tenant's current key. Only with the same context it opens again. */
export async function encryptField(
  access: KeyAccess,
  tenantId: TenantId,
  plain: Plain,
): Promise<Sealed | Refusal> {
  keepShape("plain", plain);
  const refused = tooLong(plain);
  if (refused !== undefined) return refused;
  const lease = access.leases.of(tenantId);
  const granted = lease.warm(access.platform.now()) ?? (await lease.take(access));
  if (isRefusal(granted)) return granted;
  const key =
    granted.loaded(granted.currentVersion) ?? (await encryptingKey(access, lease, granted));
  if (isRefusal(key)) return key;
  const message = granted.messageKey(key);
  const ready = message instanceof Promise ? await message : message;
  const [encrypted = ""] = await sealFields(ready, [plain]);
  lease.count(access, key.version, "encryptions");
  return { encrypted, keyVersion: key.version };
}

/** The key for new ciphertexts, under a lease that is good now. */
export async function encryptingKey(
  access: KeyAccess,
  lease: TenantLease,
  granted: GrantedKeys,
): Promise<VersionKey | Refusal> {
  const { currentVersion: encrypting } = granted;
  if (encrypting === undefined) return keysUnavailable();
  return lease.key(access, granted, encrypting);
}

export function tooLong({ value, context }: Plain): Refusal | undefined {
  return (
    tooLarge("value", value, MAX_VALUE_BYTES) ??
    tooLarge("context", context ?? "", MAX_CONTEXT_BYTES)
  );
}
