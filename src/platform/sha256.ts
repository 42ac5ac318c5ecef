import { createHash } from "./node-builtins.ts";

/** The hash of a text, in hexadecimal. Not by WebCrypto: to wait for that costs more than the hash. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
