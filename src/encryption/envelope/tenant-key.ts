import { utf8, type Bytes } from "../suite/bytes.ts";

export const SALT_BYTES = 32;

const KEY_BITS = 256;

/** Whose wrapping key it is. Two environments with the same root have different keys. */
export interface Owner {
  environment: string;
  tenantId: string;
  salt: Bytes;
}

/** HKDF-SHA-256 from the root: the key that wraps a tenant's data keys and nothing else. */
export async function deriveTenantKey(root: Bytes, owner: Owner): Promise<CryptoKey> {
  const { environment, tenantId, salt } = owner;
  const base = await crypto.subtle.importKey("raw", root, "HKDF", false, ["deriveKey"]);
  const info = utf8(JSON.stringify(["fe1 kek", environment, tenantId]));
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info },
    base,
    { name: "AES-GCM", length: KEY_BITS },
    false,
    ["encrypt", "decrypt", "unwrapKey"],
  );
}
