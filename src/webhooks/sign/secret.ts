const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A secret as Standard Webhooks writes it. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return PREFIX + Buffer.from(bytes).toString("base64");
}

export async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(Buffer.from(secret.slice(PREFIX.length), "base64"));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}
