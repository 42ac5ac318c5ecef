export type Bytes = Uint8Array<ArrayBuffer>;

/** One element of DER: its tag, its content, and all of its bytes. */
export interface Der {
  tag: number;
  content: Bytes;
  whole: Bytes;
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const LONG_TAG = 0x1f;
const LONG_LENGTH = 0x80;
const MAX_LENGTH_BYTES = 3;
const MAX_CHILDREN = 256;

class MalformedDer extends Error {}

/** Runs a reader of DER. Undefined if the reader gave up by `malformed()`. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}

export function malformed(): never {
  throw new MalformedDer();
}

/**
 * Reads one element that fills the input. In the outer `levels` it may be BER of indefinite length,
 * which goes on until two zero bytes.
 */
export function readDer(bytes: Bytes, levels?: number): Der {
  const der = elementAt(bytes, 0, levels);
  if (der.whole.length !== bytes.length) malformed();
  return der;
}

export function childrenOf(der: Der, levels?: number): Der[] {
  const children: Der[] = [];
  let at = 0;
  while (at < der.content.length) {
    if (children.length === MAX_CHILDREN) malformed();
    const child = elementAt(der.content, at, levels);
    children.push(child);
    at += child.whole.length;
  }
  return children;
}

/** The children of a SEQUENCE, refusing anything else. */
export function sequenceOf(der: Der | undefined, levels?: number): Der[] {
  return childrenOf(tagged(der, TAG.sequence), levels);
}

export function tagged(der: Der | undefined, tag: number): Der {
  if (der?.tag !== tag) return malformed();
  return der;
}

function elementAt(bytes: Bytes, at: number, levels = 0): Der {
  const tag = byteAt(bytes, at);
  if ((tag & LONG_TAG) === LONG_TAG) malformed();
  if (levels > 0 && bytes[at + 1] === LONG_LENGTH) {
    let end = at + 2;
    while (bytes[end] !== 0) end += elementAt(bytes, end, levels - 1).whole.length;
    if (bytes[end + 1] !== 0) malformed();
    return { tag, content: bytes.subarray(at + 2, end), whole: bytes.subarray(at, end + 2) };
  }
  const [length, start] = lengthAt(bytes, at + 1);
  const end = start + length;
  if (end > bytes.length) malformed();
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
}

/**
 * Takes the shortest form only: if a value had two encodings, a comparison of bytes could be
 * tricked.
 */
function lengthAt(bytes: Bytes, at: number): [length: number, start: number] {
  const first = byteAt(bytes, at);
  if (first < LONG_LENGTH) return [first, at + 1];
  const count = first - LONG_LENGTH;
  if (count === 0 || count > MAX_LENGTH_BYTES) malformed();
  let length = 0;
  for (let i = 1; i <= count; i += 1) length = length * 256 + byteAt(bytes, at + i);
  if (length < LONG_LENGTH || length < 256 ** (count - 1)) malformed();
  return [length, at + 1 + count];
}

function byteAt(bytes: Bytes, at: number): number {
  return bytes[at] ?? malformed();
}
