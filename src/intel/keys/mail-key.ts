import { createHmac, needSecret } from "../../platform/index.ts";
import type { Key } from "./hash-text.ts";

/**
 * E-mail addresses are stored only as the first 64 bits of a keyed digest: without the key nobody can
 * tell from a segment who is in it.
 */
export function mailKey(email: string, secret: string): Key {
  const key = needSecret("INDICATOR_HMAC_KEY", secret);
  const digest = createHmac("sha256", key).update(email).digest();
  return { hi: digest.readUInt32BE(0), lo: digest.readUInt32BE(4) };
}
