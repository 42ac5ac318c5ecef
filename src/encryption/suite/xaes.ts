import type { Bytes } from "./bytes.ts";

/*
 * XAES-256-GCM as C2SP specifies it (c2sp.org/XAES-256-GCM), over WebCrypto. The first half of the
 * 24-byte nonce goes through a CMAC-based KDF and gives each message an AES-256-GCM key of its own;
 * the second half is that key's 96-bit GCM nonce.
 */

export const KEY_BYTES = 32;
export const NONCE_BYTES = 24;
export const TAG_BYTES = 16;
/** How much of the nonce chooses the message key; the rest is GCM's. */
export const KEY_NONCE_BYTES = 12;
export const IV_BYTES = NONCE_BYTES - KEY_NONCE_BYTES;

const BLOCK_BYTES = 16;
const ZERO_BLOCK: Bytes = new Uint8Array(BLOCK_BYTES);
/** The field polynomial of CMAC's doubling (SP 800-38B, 5.3). */
const REDUCTION = 0x87;
const LABEL = 0x58;

/** Read once, because each read of `crypto.subtle` is a call into the runtime. */
const { subtle } = crypto;

/** A key ready for use: AES under it, and the CMAC subkey K1. */
export interface XaesKey {
  aes: CryptoKey;
  k1: Bytes;
}

/** AES-CBC is how WebCrypto gives out the bare block cipher; see `encryptBlock`. */
export const BLOCK_CIPHER = { name: "AES-CBC", length: KEY_BYTES * 8 };

export async function xaesKeyOf(aes: CryptoKey): Promise<XaesKey> {
  const l = await encryptBlock(aes, ZERO_BLOCK, ZERO_BLOCK);
  return { aes, k1: double(l) };
}

/** The AES-256-GCM key of all messages whose nonce starts with these twelve bytes. */
export async function deriveMessageKey(key: XaesKey, nonceStart: Bytes): Promise<CryptoKey> {
  const [high, low] = await Promise.all([
    encryptBlock(key.aes, counterBlock(1, nonceStart), key.k1),
    encryptBlock(key.aes, counterBlock(2, nonceStart), key.k1),
  ]);
  const bytes = new Uint8Array(KEY_BYTES);
  bytes.set(high);
  bytes.set(low, BLOCK_BYTES);
  return subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Ciphertext followed by the tag, under the second half of the nonce. */
export function sealMessage(
  messageKey: CryptoKey,
  iv: Bytes,
  plaintext: Bytes,
  additionalData: Bytes,
): Promise<ArrayBuffer> {
  return subtle.encrypt({ name: "AES-GCM", iv, additionalData }, messageKey, plaintext);
}

/** Rejects if key, nonce, text or authenticated data are not those that it was sealed with. */
export function openMessage(
  messageKey: CryptoKey,
  iv: Bytes,
  sealed: Bytes,
  additionalData: Bytes,
): Promise<ArrayBuffer> {
  return subtle.decrypt({ name: "AES-GCM", iv, additionalData }, messageKey, sealed);
}

/** AES(block ^ whitening): one CBC step. The block of padding that follows is dropped. */
async function encryptBlock(aes: CryptoKey, block: Bytes, whitening: Bytes): Promise<Bytes> {
  const both = await subtle.encrypt({ name: "AES-CBC", iv: whitening }, aes, block);
  return new Uint8Array(both, 0, BLOCK_BYTES);
}

/** 16-bit counter, label "X", a zero byte, and the nonce's start (SP 800-108r1, counter mode). */
function counterBlock(counter: number, nonceStart: Bytes): Bytes {
  const block = new Uint8Array(BLOCK_BYTES);
  block[1] = counter;
  block[2] = LABEL;
  block.set(nonceStart, BLOCK_BYTES - KEY_NONCE_BYTES);
  return block;
}

function double(block: Bytes): Bytes {
  const doubled = new Uint8Array(BLOCK_BYTES);
  let carry = 0;
  for (let at = BLOCK_BYTES - 1; at >= 0; at -= 1) {
    const byte = block[at] ?? 0;
    doubled[at] = (byte << 1) | carry;
    carry = byte >> 7;
  }
  doubled[BLOCK_BYTES - 1] = (doubled[BLOCK_BYTES - 1] ?? 0) ^ (REDUCTION & -carry);
  return doubled;
}
