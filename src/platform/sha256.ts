import { createHash } from "./node-builtins.ts";

/**
 * The hash of a text in UTF-8, in hexadecimal. Not by WebCrypto, since waiting for it costs more.
 */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
