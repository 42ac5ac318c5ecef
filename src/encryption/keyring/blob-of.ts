import type { Bytes } from "../suite/bytes.ts";

/** A copy, because the bytes may be part of a larger buffer. */
export function blobOf(bytes: Bytes): ArrayBuffer {
  return bytes.slice().buffer;
}
