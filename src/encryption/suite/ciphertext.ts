import { SUITE } from "./additional-data.ts";
import type { Bytes } from "./bytes.ts";
import { KEY_ID_BYTES } from "./key-id.ts";
import { NONCE_BYTES, TAG_BYTES } from "./xaes.ts";

const SHAPE = /^fe1\.([1-9]\d{0,8})\.([A-Za-z0-9_-]+)$/;
const NONCE_END = KEY_ID_BYTES + NONCE_BYTES;
const MIN_BYTES = NONCE_END + TAG_BYTES;
const GROUP = 4;

export interface Ciphertext {
  keyVersion: number;
  keyId: Bytes;
  nonce: Bytes;
  /** The encrypted value and its tag. */
  sealed: Bytes;
}

/** `fe1.<keyVersion>.<base64url(keyId | nonce | encrypted value | tag)>`, without padding. */
export function writeCiphertext(
  keyVersion: number,
  keyId: Bytes,
  nonce: Bytes,
  sealed: ArrayBuffer,
): string {
  const bytes = Buffer.allocUnsafe(NONCE_END + sealed.byteLength);
  bytes.set(keyId);
  bytes.set(nonce, KEY_ID_BYTES);
  bytes.set(new Uint8Array(sealed), NONCE_END);
  return `${SUITE}.${keyVersion}.${bytes.toString("base64url")}`;
}

/** Null for anything but the one spelling that `writeCiphertext` gives. */
export function readCiphertext(text: string): Ciphertext | null {
  const [, version, encoded] = SHAPE.exec(text) ?? [];
  if (version === undefined || encoded === undefined || !isCanonical(encoded)) return null;
  const bytes = Uint8Array.from(Buffer.from(encoded, "base64url"));
  if (bytes.length < MIN_BYTES) return null;
  return {
    keyVersion: Number(version),
    keyId: bytes.subarray(0, KEY_ID_BYTES),
    nonce: bytes.subarray(KEY_ID_BYTES, NONCE_END),
    sealed: bytes.subarray(NONCE_END),
  };
}

/** The last characters of base64 can carry bits that decode to nothing: those must be zero. */
function isCanonical(encoded: string): boolean {
  const rest = encoded.length % GROUP;
  if (rest === 0) return true;
  const tail = encoded.slice(-rest);
  return Buffer.from(tail, "base64url").toString("base64url") === tail;
}
