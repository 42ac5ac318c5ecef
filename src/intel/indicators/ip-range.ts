import { bigintOf, ipv4Within, parseIpv6, type Ipv6 } from "./ipv6.ts";
import { parseIpv4 } from "./ipv4.ts";

/** The addresses from first to last, with both of them. */
export type IpRange =
  | { family: 4; first: number; last: number }
  | { family: 6; first: Ipv6; last: Ipv6 };

const BITS = /^\d{1,3}$/;
const MAPPED_BITS = 96;

/** Reads an address, a block (host bits may be set) or "first-last". */
export function parseIpRange(text: string): IpRange | undefined {
  const [start = "", end, ...more] = text.split("-");
  if (more.length > 0) return undefined;
  if (end !== undefined) return between(parseBlock(start.trim()), parseBlock(end.trim()));
  return parseBlock(text);
}

function parseBlock(text: string): IpRange | undefined {
  const [address = "", bitsText, ...more] = text.split("/");
  if (more.length > 0 || (bitsText !== undefined && !BITS.test(bitsText))) return undefined;
  const ipv4 = parseIpv4(address);
  if (ipv4 !== undefined) return block4(ipv4, bitsText === undefined ? 32 : Number(bitsText));
  const ipv6 = parseIpv6(address);
  if (ipv6 === undefined || address === "") return undefined;
  const bits = bitsText === undefined ? 128 : Number(bitsText);
  // Not for the whole mapped block: lists of reserved blocks have it, and do not mean all of IPv4.
  const within = bits > MAPPED_BITS ? ipv4Within(ipv6) : undefined;
  return within === undefined ? block6(ipv6, bits) : block4(within, bits - MAPPED_BITS);
}

function block4(address: number, bits: number): IpRange | undefined {
  if (bits < 0 || bits > 32) return undefined;
  const size = 2 ** (32 - bits);
  const first = address - (address % size);
  return { family: 4, first, last: first + size - 1 };
}

function block6(address: Ipv6, bits: number): IpRange | undefined {
  if (bits > 128) return undefined;
  const hostMask = (word: number) => {
    const kept = Math.min(Math.max(bits - word * 32, 0), 32);
    return kept === 32 ? 0 : 0xffff_ffff >>> kept;
  };
  const word = (at: 0 | 1 | 2 | 3, isLast: boolean) => {
    const mask = hostMask(at);
    return (isLast ? address[at] | mask : address[at] & ~mask) >>> 0;
  };
  return {
    family: 6,
    first: [word(0, false), word(1, false), word(2, false), word(3, false)],
    last: [word(0, true), word(1, true), word(2, true), word(3, true)],
  };
}

function between(start: IpRange | undefined, end: IpRange | undefined): IpRange | undefined {
  if (start?.family === 4 && end?.family === 4 && start.first <= end.last) {
    return { family: 4, first: start.first, last: end.last };
  }
  if (start?.family === 6 && end?.family === 6 && compareIpv6(start.first, end.last) <= 0) {
    return { family: 6, first: start.first, last: end.last };
  }
  return undefined;
}

export function compareIpv6(one: Ipv6, other: Ipv6): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || one[3] - other[3];
}

/** The first and the last address as numbers. */
export function boundsOf(range: IpRange): [first: bigint, last: bigint] {
  if (range.family === 4) return [BigInt(range.first), BigInt(range.last)];
  return [bigintOf(range.first), bigintOf(range.last)];
}
