import { type Bytes, elementAt, malformed } from "./read-der.ts";
import { element } from "./write-der.ts";

const NO_LENGTH = 0x80;
/** A message of certificates has five levels above them. */
const MAX_DEPTH = 8;

/**
 * A message in DER, whose outer values may have no length and go on until two noughts, as CMS lets
 * them (RFC 5652) and Java's libraries write them. What has a length stays as it was signed.
 */
export function withLengths(bytes: Bytes): Bytes {
  const [whole, end] = valueAt(bytes, 0, MAX_DEPTH);
  return end === bytes.length ? whole : malformed();
}

function valueAt(bytes: Bytes, at: number, levels: number): [whole: Bytes, end: number] {
  if (bytes[at + 1] !== NO_LENGTH) {
    const { whole } = elementAt(bytes, at);
    return [whole, at + whole.length];
  }
  if (levels === 0) malformed();
  const parts: Bytes[] = [];
  let end = at + 2;
  while (bytes[end] !== 0) {
    const [part, next] = valueAt(bytes, end, levels - 1);
    parts.push(part);
    end = next;
  }
  return bytes[end + 1] === 0 ? [element(bytes[at] ?? 0, ...parts), end + 2] : malformed();
}
