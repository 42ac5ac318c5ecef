const STRICT =
  /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const LOOSE_PART = /^(?:0[xX]([0-9a-fA-F]*)|(0[0-7]*)|([1-9]\d*))$/;
const MAX_PARTS = 4;
const ADDRESSES = 2 ** 32;

/** Reads four decimal numbers; undefined for older ways to write an address. */
export function parseIpv4(text: string): number | undefined {
  const match = STRICT.exec(text);
  if (match === null) return undefined;
  const [, a, b, c, d] = match;
  return ((Number(a) << 24) | (Number(b) << 16) | (Number(c) << 8) | Number(d)) >>> 0;
}

/** Reads an address as browsers do: one to four parts, each decimal, octal or hexadecimal. */
export function parseLooseIpv4(host: string): number | undefined {
  const parts = host.split(".");
  if (parts.length > MAX_PARTS) return undefined;
  let address = 0;
  for (const [at, part] of parts.entries()) {
    const value = numberOf(part);
    const isLast = at === parts.length - 1;
    const room = isLast ? 256 ** (MAX_PARTS + 1 - parts.length) : 256;
    if (value === undefined || value >= room) return undefined;
    address = isLast ? address * room + value : address * 256 + value;
  }
  return address < ADDRESSES ? address : undefined;
}

function numberOf(part: string): number | undefined {
  const match = LOOSE_PART.exec(part);
  if (match === null) return undefined;
  const [, hex, octal, decimal] = match;
  if (hex !== undefined) return hex === "" ? 0 : Number.parseInt(hex, 16);
  if (octal !== undefined) return Number.parseInt(octal, 8);
  return Number(decimal);
}

export function formatIpv4(address: number): string {
  return `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`;
}
