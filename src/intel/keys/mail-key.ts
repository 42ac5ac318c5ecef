import { createHmac } from "../../platform/index.ts";
import type { Key } from "./hash-text.ts";

/**
 * E-mail addresses are kept as the first 64 bits of a keyed digest only: whoever holds a segment
 * without the key learns nothing of who is in it.
 */
export function mailKey(email: string, secret: string): Key {
  const digest = createHmac("sha256", secret).update(email).digest();
  return { hi: digest.readUInt32BE(0), lo: digest.readUInt32BE(4) };
}
