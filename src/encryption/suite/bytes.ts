/** Bytes that own their memory, which is what WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
/** A byte order mark at the start of a value is part of the value. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function utf8(text: string): Bytes {
  return encoder.encode(text) as Bytes;
}

/** Up to this length a loop is faster than the encoder. */
const SHORT = 64;
const FIRST_BEYOND_ASCII = 0x80;
const MAX_BYTES_PER_UNIT = 3;
const passing = new Uint8Array(SHORT * MAX_BYTES_PER_UNIT);
/** Views of its first bytes, one for each length. They are made once: a view costs more than a copy. */
const starts = Array.from({ length: SHORT + 1 }, (_, length) => passing.subarray(0, length));

/**
 * The UTF-8 of a text, in memory that the next call overwrites. Only to be passed to WebCrypto at once,
 * which copies its input.
 */
export function utf8InPassing(text: string): Bytes {
  const { length } = text;
  if (length > SHORT) return utf8(text);
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= FIRST_BEYOND_ASCII) return encodeInPassing(text);
    passing[at] = unit;
  }
  return starts[length] ?? encodeInPassing(text);
}

/** Takes half the time of `utf8`, which allocates memory. */
function encodeInPassing(text: string): Bytes {
  const { written } = encoder.encodeInto(text, passing);
  return new Uint8Array(passing.buffer, 0, written);
}

/**
 * The bytes of many texts, one behind the other, made in one call. Undefined if any is not ASCII: then
 * its length would not tell where the next one begins.
 */
export function asciiTogether(texts: readonly string[]): ArrayBuffer | undefined {
  const together = texts.join("");
  const bytes = utf8(together);
  return bytes.length === together.length ? bytes.buffer : undefined;
}

export function textOf(bytes: ArrayBuffer): string {
  return decoder.decode(bytes);
}

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

const pool = new Uint8Array(4_096);
let drawn = pool.length;
/** From this length on a call into the runtime is faster than a loop over the pool. */
const MANY = 128;

/**
 * Fills these bytes at random. Short ones are taken from a pool that is drawn in bulk and never used
 * twice. Only for what is public anyway, such as nonces.
 */
export function fillRandom(bytes: Bytes): void {
  const { length } = bytes;
  if (length >= MANY) {
    crypto.getRandomValues(bytes);
    return;
  }
  if (drawn + length > pool.length) {
    crypto.getRandomValues(pool);
    drawn = 0;
  }
  const start = drawn;
  drawn += length;
  for (let at = 0; at < length; at += 1) bytes[at] = pool[start + at] ?? 0;
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return difference === 0;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The newest engines have base64 of their own, which takes a fraction of the time. */
type NativeBase64 = Bytes & {
  toBase64: (options: { alphabet: "base64url"; omitPadding: true }) => string;
};
interface FromBase64 {
  fromBase64: (text: string, options: { alphabet: "base64url" }) => Bytes;
}

const isNative = "toBase64" in Uint8Array.prototype;

export function writeBase64Url(bytes: Bytes): string {
  if (!isNative) return Buffer.from(bytes).toString("base64url");
  return (bytes as NativeBase64).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** For text of that alphabet. Null if `writeBase64Url` would not have written it so. */
export function readBase64Url(text: string): Bytes | null {
  const beyondBytes = UNUSED_BITS[text.length % 4];
  if (beyondBytes === undefined) return null;
  if ((ALPHABET.indexOf(text.slice(-1)) & beyondBytes) !== 0) return null;
  if (!isNative) return Buffer.from(text, "base64url");
  return (Uint8Array as unknown as FromBase64).fromBase64(text, { alphabet: "base64url" });
}

/** The unused bits of the last character, by the text's length modulo 4; 1 cannot occur. */
const UNUSED_BITS = [0, undefined, 0b1111, 0b11];
