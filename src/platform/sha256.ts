import { createHash } from "./node-builtins.ts";

/**
 * The hash of bytes, or of a text in UTF-8, in hexadecimal. Not by WebCrypto: to wait for that costs
 * more than the hash.
 */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
