import { randomHex } from "../http/index.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Larger bytes are thrown away: they would make the first letters more likely than others. */
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
const VARIANTS = "89ab";

/** When a UUIDv7 was made. */
export function timeOfUuidv7(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, TIMESTAMP_HEX_DIGITS), 16);
}

/** UUIDv7 (RFC 9562): sorts by the time it was made. */
export function uuidv7(now: number): string {
  const time = now.toString(16).padStart(TIMESTAMP_HEX_DIGITS, "0");
  const random = randomHex(10);
  const variant = VARIANTS[Number.parseInt(random.slice(3, 4), 16) & 3] ?? "8";
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}
