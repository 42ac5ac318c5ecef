import { refuse, saySize, type Refusal } from "../http/index.ts";

export const MAX_VALUE_BYTES = 64 * 1024;
export const MAX_CONTEXT_BYTES = 4 * 1024;
export const MAX_BATCH_ITEMS = 500;
export const MAX_REFERENCE_LENGTH = 256;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** A UTF-16 unit becomes at most so many bytes of UTF-8, so most texts need not be counted. */
const MAX_BYTES_PER_UNIT = 3;

/** Refuses a text of more than `maxBytes` of UTF-8. */
export function tooLarge(name: string, text: string, maxBytes: number): Refusal | undefined {
  if (text.length * MAX_BYTES_PER_UNIT <= maxBytes) return undefined;
  if (Buffer.byteLength(text) <= maxBytes) return undefined;
  return refuse(
    413,
    `${name}_too_large`,
    `"${name}" may have at most ${saySize(maxBytes)} of UTF-8.`,
  );
}
