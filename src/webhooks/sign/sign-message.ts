import { importSecret } from "./secret.ts";
import { given } from "../../platform/index.ts";

export interface SigningPair {
  kid: string;
  privateKey: CryptoKey;
}

/**
 * The headers of Standard Webhooks 1.0: a `v1` signature for each secret, so that a receiver may change
 * to a new one when it likes, and a `v1a` signature if this deployment has a key pair.
 */
export async function signMessage(
  id: string,
  seconds: number,
  body: string,
  secrets: readonly string[],
  pair?: SigningPair,
): Promise<Record<string, string>> {
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const mac = await crypto.subtle.sign("HMAC", await importSecret(secret), signed);
      return `v1,${base64(mac)}`;
    }),
  );
  if (pair !== undefined) {
    const signature = await crypto.subtle.sign("Ed25519", pair.privateKey, signed);
    signatures.push(`v1a,${base64(signature)}`);
  }
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
    ...given({ "webhook-key-id": pair?.kid }),
  };
}

function base64(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("base64");
}
