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
/** Its starts by length, made once: a view costs more than what is written into it. */
const starts = Array.from({ length: SHORT + 1 }, (_, length) => passing.subarray(0, length));

/**
 * Only to pass on to WebCrypto at once, which copies its input: the bytes of a short text are
 * overwritten by the next call.
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

/** Half the work of `utf8`, which makes memory of its own. */
function encodeInPassing(text: string): Bytes {
  const { written } = encoder.encodeInto(text, passing);
  return new Uint8Array(passing.buffer, 0, written);
}

/**
 * The bytes of many texts behind one another, made in one call. Undefined where any is not ASCII: only
 * there each text has as many bytes as characters, which says where the next begins.
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
/** From this many bytes on a draw of their own takes less time than a loop. */
const MANY = 128;

/**
 * Fills these bytes at random, for what is public anyway, such as nonces. A few come from a pool that
 * is drawn in bulk, and none of it is used twice.
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

/** The newest engines do base64 themselves, in a fraction of the time. */
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

/** For text of the right alphabet. Null when it is not what `writeBase64Url` would have written. */
export function readBase64Url(text: string): Bytes | null {
  const beyondBytes = UNUSED_BITS[text.length % 4];
  if (beyondBytes === undefined) return null;
  if ((ALPHABET.indexOf(text.slice(-1)) & beyondBytes) !== 0) return null;
  if (!isNative) return Buffer.from(text, "base64url");
  return (Uint8Array as unknown as FromBase64).fromBase64(text, { alphabet: "base64url" });
}

/** The bits of the last character that belong to no byte, by how many characters are over. */
const UNUSED_BITS = [0, undefined, 0b1111, 0b11];
