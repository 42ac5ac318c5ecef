import { utf8, type Bytes } from "./bytes.ts";

export const KEY_ID_BYTES = 4;
export const KEY_ID_MAC = { name: "HMAC", hash: "SHA-256" };

const LABEL = utf8("fe1 kid");

/**
 * Tells "another key" from "tampered with" in the audit trail. It says nothing about the key and
 * commits to nothing: what a ciphertext opens under is chosen by tenant and version alone.
 */
export async function keyIdOf(mac: CryptoKey): Promise<Bytes> {
  const whole = await crypto.subtle.sign("HMAC", mac, LABEL);
  return new Uint8Array(whole, 0, KEY_ID_BYTES).slice();
}
