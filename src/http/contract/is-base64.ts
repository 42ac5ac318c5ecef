/** Of three bytes each, and at the end, where there are fewer, with no bits that are of none. */
const BASE64 = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

/** Whether this is Base64 with its padding, in the one spelling that its bytes have (RFC 4648, 3.5). */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}
