import { SUITE } from "./additional-data.ts";
import { readBase64Url, writeBase64Url, type Bytes } from "./bytes.ts";
import { KEY_ID_BYTES } from "./key-id.ts";
import { KEY_NONCE_BYTES, NONCE_BYTES, TAG_BYTES } from "./xaes.ts";

const SHAPE = /^fe1\.([1-9]\d{0,8})\.([A-Za-z0-9_-]+)$/;
const HEAD_BYTES = KEY_ID_BYTES + KEY_NONCE_BYTES;
const NONCE_END = KEY_ID_BYTES + NONCE_BYTES;
const MIN_BYTES = NONCE_END + TAG_BYTES;

export interface Ciphertext {
  keyVersion: number;
  keyId: Bytes;
  /** The half of the nonce that chooses the message key, and GCM's. */
  nonceStart: Bytes;
  iv: Bytes;
  /** The encrypted value and its tag. */
  sealed: Bytes;
}

/** For short ciphertexts, each of which is text before the next begins. Node's writes them faster. */
const table = Buffer.alloc(512);

/** What all ciphertexts under one message key have in front. */
export function startOf(keyId: Bytes, nonceStart: Bytes): Bytes {
  const head = new Uint8Array(HEAD_BYTES);
  head.set(keyId);
  head.set(nonceStart, KEY_ID_BYTES);
  return head;
}

/** What the text of all ciphertexts under one key version has in front. */
export function prefixOf(keyVersion: number): string {
  return `${SUITE}.${keyVersion}.`;
}

/** `fe1.<keyVersion>.<base64url(keyId | nonce | encrypted value | tag)>`, without padding. */
export function writeCiphertext(
  prefix: string,
  head: Bytes,
  iv: Bytes,
  sealed: ArrayBuffer,
): string {
  const length = NONCE_END + sealed.byteLength;
  const isShort = length <= table.length;
  const bytes = isShort ? table : new Uint8Array(length);
  bytes.set(head);
  bytes.set(iv, HEAD_BYTES);
  bytes.set(new Uint8Array(sealed), NONCE_END);
  return prefix + (isShort ? table.toString("base64url", 0, length) : writeBase64Url(bytes));
}

/** Null for anything but the one spelling that `writeCiphertext` gives. */
export function readCiphertext(text: string): Ciphertext | null {
  const [, version, encoded] = SHAPE.exec(text) ?? [];
  const bytes = encoded === undefined ? null : readBase64Url(encoded);
  if (bytes === null || bytes.length < MIN_BYTES) return null;
  return {
    keyVersion: Number(version),
    keyId: bytes.subarray(0, KEY_ID_BYTES),
    nonceStart: bytes.subarray(KEY_ID_BYTES, HEAD_BYTES),
    iv: bytes.subarray(HEAD_BYTES, NONCE_END),
    sealed: bytes.subarray(NONCE_END),
  };
}
