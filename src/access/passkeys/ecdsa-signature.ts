const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** The next byte is the length. One byte is enough: the longest signature (P-521) has 139 bytes. */
const LONG = 0x81;

/**
 * Converts an ECDSA signature from ASN.1 (a sequence of two integers), as authenticators send it, to
 * the two numbers side by side, as WebCrypto takes it. Throws for anything else.
 */
export function rawSignature(signature: Uint8Array, numberBytes: number): Uint8Array<ArrayBuffer> {
  const [numbers, behind] = element(SEQUENCE, signature);
  const [r, rest] = element(INTEGER, numbers);
  const [s, more] = element(INTEGER, rest);
  if (behind.length > 0 || more.length > 0) malformed();
  const raw = new Uint8Array(2 * numberBytes);
  raw.set(padded(r, numberBytes));
  raw.set(padded(s, numberBytes), numberBytes);
  return raw;
}

/** The content of the first element, and the bytes behind it. */
function element(tag: number, bytes: Uint8Array): [content: Uint8Array, behind: Uint8Array] {
  const [found, first = 0, second = 0] = bytes;
  const isLong = first === LONG;
  const start = isLong ? 3 : 2;
  const end = start + (isLong ? second : first);
  if (found !== tag || first > LONG || end > bytes.length || end === start) malformed();
  return [bytes.subarray(start, end), bytes.subarray(end)];
}

/**
 * The number at its full length. A leading zero byte, which only marks it as positive, is dropped.
 */
function padded(number: Uint8Array, size: number): Uint8Array {
  const digits = number.length === size + 1 && number[0] === 0 ? number.subarray(1) : number;
  if (digits.length > size) malformed();
  const whole = new Uint8Array(size);
  whole.set(digits, size - digits.length);
  return whole;
}

function malformed(): never {
  throw new Error("no ECDSA signature");
}
