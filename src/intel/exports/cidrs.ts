import { formatIpv4 } from "../indicators/ipv4.ts";
import { formatIpv6, wordsOf } from "../indicators/ipv6.ts";
import { boundsOf, type IpRange } from "../indicators/ip-range.ts";

const ALL_4 = 32n;
const ALL_6 = 128n;

/** The fewest blocks that make up a range. A single address is written without a length. */
export function cidrsOf(range: IpRange): string[] {
  const { family } = range;
  const show = (address: bigint) => addressOf(family, address);
  return blocks(...boundsOf(range), family === 4 ? ALL_4 : ALL_6, show);
}

export function addressOf(family: IpRange["family"], address: bigint): string {
  return family === 4 ? formatIpv4(Number(address)) : formatIpv6(wordsOf(address));
}

export function rangeOf(family: IpRange["family"], first: bigint, last: bigint): IpRange {
  if (family === 4) return { family, first: Number(first), last: Number(last) };
  return { family, first: wordsOf(first), last: wordsOf(last) };
}

function blocks(
  first: bigint,
  last: bigint,
  width: bigint,
  show: (address: bigint) => string,
): string[] {
  const found: string[] = [];
  for (let at = first; at <= last;) {
    let free = 0n;
    while (isStartOf(at, free + 1n) && at + (1n << (free + 1n)) - 1n <= last) {
      free += 1n;
    }
    found.push(free === 0n ? show(at) : `${show(at)}/${width - free}`);
    at += 1n << free;
  }
  return found;
}

function isStartOf(address: bigint, bits: bigint): boolean {
  return (address & ((1n << bits) - 1n)) === 0n;
}
