import { needSecret } from "../../platform/index.ts";
import type { Message } from "../reading/read-message.ts";

const encoder = new TextEncoder();
let opened: { secret: string; key: CryptoKey } | undefined;

type Purpose = "message" | "order" | "body" | "answer";

/** Writes a message in one form, however its JSON was laid out. */
export function textOf({ channel, sender, subject, body }: Message): string {
  return JSON.stringify([channel, sender, subject ?? null, body]);
}

/**
 * Makes a digest under the service's own secret, a different one for each purpose. A digest without a
 * secret would give short messages away: there are only a million codes of six digits to try.
 */
export async function digestOf(
  secret: string,
  purpose: Purpose,
  ...parts: readonly string[]
): Promise<Buffer> {
  const key = await keyOf(secret);
  const text = encoder.encode(JSON.stringify([`inspection ${purpose}`, ...parts]));
  return Buffer.from(await crypto.subtle.sign("HMAC", key, text));
}

/** Imports the secret once: to import it for each message would cost more than the digest. */
async function keyOf(secret: string): Promise<CryptoKey> {
  if (opened !== undefined && opened.secret === secret) return opened.key;
  const mac = { name: "HMAC", hash: "SHA-256" };
  const bytes = encoder.encode(needSecret("INDICATOR_HMAC_KEY", secret));
  const key = await crypto.subtle.importKey("raw", bytes, mac, false, ["sign"]);
  opened = { secret, key };
  return key;
}
