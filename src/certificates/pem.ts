import type { Bytes } from "./read-der.ts";

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const LINE = /.{1,64}/g;
const BEGIN = "-----BEGIN ";
const DASHES = "-----";

export function toPem(label: string, der: Bytes): string {
  return `-----BEGIN ${label}-----\n${toLines(der)}-----END ${label}-----\n`;
}

/** Base64 in lines of 64 characters (RFC 2045): OpenSSL cannot read longer ones. */
export function toLines(der: Bytes): string {
  return toBase64(der).replace(LINE, "$&\n");
}

/** All blocks with one of these labels, in order; undefined if one of them is not base64. */
export function fromPem(pem: string, labels: readonly string[]): Bytes[] | undefined {
  const blocks: Bytes[] = [];
  let at = 0;
  for (;;) {
    const begin = pem.indexOf(BEGIN, at);
    if (begin < 0) return blocks;
    const open = pem.indexOf(DASHES, begin + BEGIN.length);
    if (open < 0) return undefined;
    const label = pem.slice(begin + BEGIN.length, open);
    const end = `-----END ${label}-----`;
    const close = pem.indexOf(end, open);
    if (close < 0) return undefined;
    at = close + end.length;
    if (!labels.includes(label)) continue;
    const block = fromBase64(pem.slice(open + DASHES.length, close).replace(/\s/g, ""));
    if (block === undefined) return undefined;
    blocks.push(block);
  }
}

export function toBase64(bytes: Bytes): string {
  return Buffer.from(bytes).toString("base64");
}

export function fromBase64(base64: string): Bytes | undefined {
  if (!BASE64.test(base64) || base64.length % 4 !== 0) return undefined;
  return new Uint8Array(Buffer.from(base64, "base64"));
}

export function toHex(bytes: Bytes): string {
  return Buffer.from(bytes).toString("hex");
}

export async function sha256Hex(bytes: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
