/** Whole groups of four; a shorter last group is padded, and its unused bits are 0. */
const BASE64 = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

/** Whether this is padded Base64 in its canonical form, the only one for its bytes (RFC 4648, 3.5). */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}
