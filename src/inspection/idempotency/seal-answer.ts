const IV_BYTES = 12;
const CIPHER = "AES-GCM";

/**
 * Encrypts an answer for repeated requests. It has links of the message, which must not be stored in
 * clear, so the key is made from the message itself: only a request with the same message opens it.
 */
export async function sealAnswer(secret: Uint8Array, answer: object): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(answer));
  const key = await importKey(secret, "encrypt");
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: CIPHER, iv }, key, text));
  return Buffer.concat([iv, sealed]).toString("base64");
}

export async function openAnswer(secret: Uint8Array, sealed: string): Promise<unknown> {
  const bytes = Buffer.from(sealed, "base64");
  const iv = new Uint8Array(bytes.subarray(0, IV_BYTES));
  const key = await importKey(secret, "decrypt");
  const text = new Uint8Array(bytes.subarray(IV_BYTES));
  const opened = await crypto.subtle.decrypt({ name: CIPHER, iv }, key, text);
  return JSON.parse(new TextDecoder().decode(opened));
}

async function importKey(secret: Uint8Array, use: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", new Uint8Array(secret), CIPHER, false, [use]);
}
