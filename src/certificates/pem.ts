import type { Bytes } from "./read-der.ts";

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const LINE_LENGTH = 64;

export function toPem(label: string, der: Bytes): string {
  const base64 = toBase64(der);
  const lines: string[] = [];
  for (let at = 0; at < base64.length; at += LINE_LENGTH) {
    lines.push(base64.slice(at, at + LINE_LENGTH));
  }
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/** All blocks under one of these labels, in order; undefined when one of them is not base64. */
export function fromPem(pem: string, labels: readonly string[]): Bytes[] | undefined {
  const blocks: Bytes[] = [];
  let at = 0;
  for (;;) {
    const begin = pem.indexOf("-----BEGIN ", at);
    if (begin < 0) return blocks;
    const open = pem.indexOf("-----", begin + 11);
    if (open < 0) return undefined;
    const label = pem.slice(begin + 11, open);
    const close = pem.indexOf(`-----END ${label}-----`, open);
    if (close < 0) return undefined;
    at = close + label.length + 14;
    if (!labels.includes(label)) continue;
    const block = fromBase64(pem.slice(open + 5, close).replace(/\s/g, ""));
    if (block === undefined) return undefined;
    blocks.push(block);
  }
}

export function toBase64(bytes: Bytes): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function fromBase64(base64: string): Bytes | undefined {
  if (!BASE64.test(base64) || base64.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function sha256Hex(bytes: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
