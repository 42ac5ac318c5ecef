const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** The next byte is the length. One byte is enough: the longest signature (P-521) has 139 bytes. */
const LONG = 0x81;
/** From here on a length takes the long form, and a number without a zero byte before it is negative. */
const HIGH = 0x80;

/**
 * Converts an ECDSA signature from DER (a sequence of two integers), as authenticators and
 * certificates have it, to the two numbers side by side, as WebCrypto takes it. Undefined for
 * anything else, also for an encoding that is not the shortest.
 */
export function rawSignature(
  signature: Uint8Array,
  numberBytes: number,
): Uint8Array<ArrayBuffer> | undefined {
  const whole = element(SEQUENCE, signature);
  const r = whole && element(INTEGER, whole.content);
  const s = r && element(INTEGER, r.behind);
  if (!s || whole.behind.length > 0 || s.behind.length > 0) return undefined;
  const numbers = [r, s].map(({ content }) => digitsOf(content));
  const raw = new Uint8Array(2 * numberBytes);
  for (const [nth, digits] of numbers.entries()) {
    if (digits === undefined || digits.length > numberBytes) return undefined;
    raw.set(digits, (nth + 1) * numberBytes - digits.length);
  }
  return raw;
}

/** The content of the first element, and the bytes behind it. */
function element(tag: number, bytes: Uint8Array) {
  const [found, first = LONG, second = 0] = bytes;
  const isLong = first === LONG;
  const start = isLong ? 3 : 2;
  const end = start + (isLong ? second : first);
  if (found !== tag || first > LONG || first === HIGH || end > bytes.length) return undefined;
  if (isLong && second < HIGH) return undefined;
  return { content: bytes.subarray(start, end), behind: bytes.subarray(end) };
}

/** The bytes of a positive number. A zero byte before them, which only marks it so, is dropped. */
function digitsOf(number: Uint8Array): Uint8Array | undefined {
  const [first = HIGH, second = HIGH] = number;
  if (first >= HIGH) return undefined;
  if (first > 0 || number.length === 1) return number;
  return second < HIGH ? undefined : number.subarray(1);
}
