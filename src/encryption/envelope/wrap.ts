import { randomBytes, utf8, type Bytes } from "../suite/bytes.ts";
import { versionKey, type VersionKey } from "../suite/field.ts";
import { KEY_ID_MAC, keyIdOf } from "../suite/key-id.ts";
import { BLOCK_CIPHER, KEY_BYTES, xaesKeyOf } from "../suite/xaes.ts";

const NONCE_BYTES = 12;

/**
 * A data key as it is stored: nonce, encrypted key and tag (60 bytes), under the tenant key of one
 * root.
 */
export interface WrappedKey {
  version: number;
  rootId: number;
  bytes: Bytes;
}

type Slot = Pick<WrappedKey, "version" | "rootId"> & { tenantId: string };

/** Makes a random data key and wraps it. Its bytes are erased before this returns. */
export async function makeWrappedKey(tenantKey: CryptoKey, slot: Slot) {
  const bytes = randomBytes(KEY_BYTES);
  try {
    const mac = await crypto.subtle.importKey("raw", bytes, KEY_ID_MAC, false, ["sign"]);
    return { wrapped: await wrap(tenantKey, bytes, slot), keyId: await keyIdOf(mac) };
  } finally {
    bytes.fill(0);
  }
}

/** The data key as keys of WebCrypto, whose bytes no code can read; null if it does not open. */
export async function unwrap(
  tenantKey: CryptoKey,
  tenantId: string,
  { version, rootId, bytes }: WrappedKey,
): Promise<VersionKey | null> {
  const how = gcm(bytes.subarray(0, NONCE_BYTES), { tenantId, version, rootId });
  const wrapped = bytes.subarray(NONCE_BYTES);
  const { subtle } = crypto;
  try {
    const [aes, mac] = await Promise.all([
      subtle.unwrapKey("raw", wrapped, tenantKey, how, BLOCK_CIPHER, false, ["encrypt"]),
      subtle.unwrapKey("raw", wrapped, tenantKey, how, KEY_ID_MAC, false, ["sign"]),
    ]);
    const [xaes, keyId] = await Promise.all([xaesKeyOf(aes), keyIdOf(mac)]);
    return versionKey(tenantId, version, { keyId, xaes });
  } catch {
    return null;
  }
}

/** Wraps a data key under another root; null if it does not open under the old one. */
export async function rewrap(
  from: { tenantKey: CryptoKey; key: WrappedKey },
  to: { tenantKey: CryptoKey; rootId: number },
  tenantId: string,
): Promise<WrappedKey | null> {
  const { version, rootId, bytes } = from.key;
  const how = gcm(bytes.subarray(0, NONCE_BYTES), { tenantId, version, rootId });
  let plain: Bytes;
  try {
    const wrapped = bytes.subarray(NONCE_BYTES);
    plain = new Uint8Array(await crypto.subtle.decrypt(how, from.tenantKey, wrapped));
  } catch {
    return null;
  }
  try {
    return await wrap(to.tenantKey, plain, { tenantId, version, rootId: to.rootId });
  } finally {
    plain.fill(0);
  }
}

async function wrap(tenantKey: CryptoKey, key: Bytes, slot: Slot): Promise<WrappedKey> {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(gcm(nonce, slot), tenantKey, key));
  const bytes = new Uint8Array(NONCE_BYTES + sealed.length);
  bytes.set(nonce);
  bytes.set(sealed, NONCE_BYTES);
  return { version: slot.version, rootId: slot.rootId, bytes };
}

/** Binds a wrapped key to its tenant, version and root. */
function gcm(iv: Bytes, { tenantId, version, rootId }: Slot) {
  const additionalData = utf8(JSON.stringify(["fe1 wrap", tenantId, version, rootId]));
  return { name: "AES-GCM", iv, additionalData };
}
