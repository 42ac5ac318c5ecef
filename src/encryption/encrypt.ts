import type { TenantId } from "../access/claim-tenant.ts";
import { isRefusal, keepShape, type Refusal } from "../http/index.ts";
import type { Desk } from "./desk.ts";
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
  desk: Desk,
  tenantId: TenantId,
  plain: Plain,
): Promise<Sealed | Refusal> {
  keepShape("plain", plain);
  const refused = tooLong(plain);
  if (refused !== undefined) return refused;
  const lease = desk.leases.of(tenantId);
  const held = lease.warm(desk.platform.now()) ?? (await lease.take(desk));
  if (isRefusal(held)) return held;
  const key = held.loaded(held.encrypting) ?? (await encryptingKey(desk, lease, held));
  if (isRefusal(key)) return key;
  const message = held.messageKey(key);
  const ready = message instanceof Promise ? await message : message;
  const [encrypted = ""] = await sealFields(ready, [plain]);
  lease.count(desk, key.version, "encryptions");
  return { encrypted, keyVersion: key.version };
}

/** The key for new ciphertexts, under a lease that is good now. */
export async function encryptingKey(
  desk: Desk,
  lease: TenantLease,
  held: GrantedKeys,
): Promise<VersionKey | Refusal> {
  const { encrypting } = held;
  if (encrypting === undefined) return keysUnavailable();
  return lease.key(desk, held, encrypting);
}

export function tooLong({ value, context }: Plain): Refusal | undefined {
  return (
    tooLarge("value", value, MAX_VALUE_BYTES) ??
    tooLarge("context", context ?? "", MAX_CONTEXT_BYTES)
  );
}
