import { type Bytes, TAG } from "./read-der.ts";

const LAST_UTC_TIME = Date.UTC(2050, 0, 1);

export function element(tag: number, ...contents: Bytes[]): Bytes {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const head = length < 0x80 ? [tag, length] : [tag, ...longLength(length)];
  const whole = new Uint8Array(head.length + length);
  whole.set(head);
  let at = head.length;
  for (const content of contents) {
    whole.set(content, at);
    at += content.length;
  }
  return whole;
}

function longLength(length: number): number[] {
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

export const sequence = (...items: Bytes[]): Bytes => element(TAG.sequence, ...items);
export const set = (...items: Bytes[]): Bytes => element(TAG.set, ...items);
export const octets = (content: Bytes): Bytes => element(TAG.octetString, content);
export const bits = (content: Bytes): Bytes => element(TAG.bitString, Uint8Array.of(0), content);
export const text = (value: string): Bytes => element(TAG.utf8String, utf8(value));
/** A context-specific element that holds others. */
export const context = (number: number, ...items: Bytes[]): Bytes =>
  element(0xa0 + number, ...items);

export function utf8(value: string): Bytes {
  return new TextEncoder().encode(value) as Bytes;
}

/** An unsigned INTEGER in its shortest form. */
export function unsigned(value: Bytes): Bytes {
  let start = 0;
  while (start < value.length - 1 && value[start] === 0) start += 1;
  const short = value.subarray(start);
  return (short[0] ?? 0) >= 0x80
    ? element(TAG.integer, Uint8Array.of(0), short)
    : element(TAG.integer, short);
}

export function oid(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(TAG.oid, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

function base128(part: number): number[] {
  const bytes = [part % 128];
  for (let rest = Math.floor(part / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) + 128);
  }
  return bytes;
}

export function time(at: number): Bytes {
  const digits = new Date(at).toISOString().replace(/\.\d+|[-:T]/g, "");
  return at < LAST_UTC_TIME
    ? element(TAG.utcTime, utf8(digits.slice(2)))
    : element(TAG.generalizedTime, utf8(digits));
}
