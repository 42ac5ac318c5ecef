export interface NameForms {
  /** `CN=agent,O=Acme\, Inc.,C=US`: last part first, as RFC 2253 has it. */
  rfc2253: string;
  /** `/C=US/O=Acme, Inc./CN=agent`: OpenSSL's old one-line form. */
  legacy: string;
}

const ESCAPED_BYTE = /\\([0-9A-Fa-f]{2})/g;
const ESCAPED_CHARACTER = /\\(.)/g;
/** What stands between the pieces of a part that has more than one. */
const JOINT = / \+ (?=[A-Za-z0-9.]+=)/;
const NOT_ASCII = /[^\u0020-\u007e]/gu;

/** Makes the forms of a name that Node gives as one escaped `KEY=value` a line. */
export function formsOf(lines: string | undefined): NameForms {
  const parts = (lines ?? "").split("\n").filter((part) => part !== "");
  const split = parts.map((part) => part.split(JOINT));
  const reversed = split.toReversed().map((pieces) => pieces.toReversed().join("+"));
  const plain = split.map((pieces) => `/${unescaped(pieces.join("+"))}`);
  return { rfc2253: bytesAs("\\", reversed.join(",")), legacy: bytesAs("\\x", plain.join("")) };
}

function unescaped(part: string): string {
  return part
    .replace(ESCAPED_BYTE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(ESCAPED_CHARACTER, "$1");
}

function bytesAs(mark: string, text: string): string {
  return text.replace(NOT_ASCII, (character) =>
    [...Buffer.from(character)].map((byte) => mark + hexOf(byte)).join(""),
  );
}

function hexOf(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}
