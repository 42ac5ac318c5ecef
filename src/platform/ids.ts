const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Bytes from here on would favour the first letters, so they are thrown away. */
const FAIR_BYTES = 256 - (256 % BASE62.length);

/** Random letters and digits, each equally likely: about 5.95 bits a character. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < FAIR_BYTES && text.length < length) text += BASE62[byte % BASE62.length];
    }
  }
  return text;
}

export function base62Of(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let digit = 0; digit < length; digit += 1) {
    text = (BASE62[rest % BASE62.length] ?? "") + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}

const TIMESTAMP_HEX_DIGITS = 12;

/** UUIDv7 (RFC 9562): sorts by the time it was made. */
export function uuidv7(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f);
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f);
  const time = now.toString(16).padStart(TIMESTAMP_HEX_DIGITS, "0");
  const hex = time + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}
