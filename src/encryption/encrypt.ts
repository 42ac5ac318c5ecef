import type { TenantId } from "../access/index.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { Desk } from "./desk.ts";
import { keysUnavailable } from "./envelope/roots.ts";
import { MAX_CONTEXT_BYTES, MAX_VALUE_BYTES, tooLarge } from "./limits.ts";
import { newMessageKey, sealField, type VersionKey } from "./suite/field.ts";

export interface Plain {
  value: string;
  context?: string | undefined;
}

export interface Sealed {
  encrypted: string;
  keyVersion: number;
}

/** Seals a value under the tenant's current key, where only the same context opens it again. */
export async function encryptField(
  desk: Desk,
  tenantId: TenantId,
  { value, context }: Plain,
): Promise<Sealed | Refusal> {
  const refused = tooLong(value, context);
  if (refused !== undefined) return refused;
  const key = await encryptingKey(desk, tenantId);
  if (isRefusal(key)) return key;
  const encrypted = await sealField(await newMessageKey(key), value, context);
  desk.leases.of(tenantId).count(desk, key.version, "encryptions");
  return { encrypted, keyVersion: key.version };
}

/** The key that new ciphertexts carry, under a lease that is good now. */
export async function encryptingKey(desk: Desk, tenantId: TenantId): Promise<VersionKey | Refusal> {
  const lease = desk.leases.of(tenantId);
  const held = await lease.take(desk);
  if (isRefusal(held)) return held;
  const { encrypting } = held;
  return encrypting === undefined ? keysUnavailable() : lease.key(desk, held, encrypting);
}

export function tooLong(value: string, context: string | undefined): Refusal | undefined {
  return (
    tooLarge("value", value, MAX_VALUE_BYTES) ??
    tooLarge("context", context ?? "", MAX_CONTEXT_BYTES)
  );
}
