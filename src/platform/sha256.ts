import { createHash } from "./node-builtins.ts";

/** Of a text in UTF-8, in hexadecimal; at once, which is faster than waiting for WebCrypto. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
