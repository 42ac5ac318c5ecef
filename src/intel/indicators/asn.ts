const ASN = /^(?:asn?\s*)?(?:(\d{1,10})|(\d{1,5})\.(\d{1,5}))$/i;
const MAX_ASN = 2 ** 32 - 1;
const MAX_HALF = 0xffff;

/** AS123, ASN 123, 123 or asdot 1.10. */
export function parseAsn(written: string): number | undefined {
  const match = ASN.exec(written);
  if (match === null) return undefined;
  const [, plain, high, low] = match;
  if (plain !== undefined) return Number(plain) <= MAX_ASN ? Number(plain) : undefined;
  if (Number(high) > MAX_HALF || Number(low) > MAX_HALF) return undefined;
  return Number(high) * (MAX_HALF + 1) + Number(low);
}
