import { type Bytes, type Der, malformed, TAG, tagged } from "./read-der.ts";

const MAX_OID_PART = 2 ** 42;
const TIME = /^(\d\d(?:\d\d)?)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
/** RFC 5280: two-digit years from 50 on are of the 20th century. */
const CENTURY_TURN = 50;
/** No time takes more characters. */
const MAX_TIME = 20;

export function readOid(der: Der | undefined): string {
  const { content } = tagged(der, TAG.oid);
  const parts: number[] = [];
  let part = 0;
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f);
    if (part > MAX_OID_PART) malformed();
    if (byte < 0x80) {
      parts.push(part);
      part = 0;
    }
  }
  const [first, ...rest] = parts;
  if (first === undefined || (content.at(-1) ?? 0xff) >= 0x80) return malformed();
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - root * 40, ...rest].join(".");
}

/** The bytes of a BIT STRING that holds whole bytes, as keys and signatures do. */
export function readBits(der: Der | undefined): Bytes {
  const { content } = tagged(der, TAG.bitString);
  if (content[0] !== 0) malformed();
  return content.subarray(1);
}

/** An unsigned INTEGER without its sign byte. */
export function readUnsigned(der: Der | undefined): Bytes {
  const { content } = tagged(der, TAG.integer);
  const [first, second] = content;
  if (first === undefined || first >= 0x80) return malformed();
  if (first !== 0 || content.length === 1) return content;
  if ((second ?? 0) < 0x80) return malformed();
  return content.subarray(1);
}

export function readTime(der: Der | undefined): number {
  if (der === undefined || der.content.length > MAX_TIME) return malformed();
  const [, digits = "", ...rest] = TIME.exec(String.fromCharCode(...der.content)) ?? malformed();
  const year = Number(digits);
  if (der.tag === TAG.utcTime && digits.length === 2) {
    return instant(year + (year < CENTURY_TURN ? 2000 : 1900), rest);
  }
  if (der.tag !== TAG.generalizedTime || digits.length === 2) malformed();
  return instant(year, rest);
}

function instant(year: number, rest: string[]): number {
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = rest.map(Number);
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  if (new Date(at).getUTCMonth() !== month - 1 || hour > 23 || minute > 59) malformed();
  return at;
}
