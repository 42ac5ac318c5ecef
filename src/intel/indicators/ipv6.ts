import { formatIpv4, parseIpv4 } from "./ipv4.ts";

/** Four words of 32 bits, the most significant first. */
export type Ipv6 = readonly [number, number, number, number];

const GROUPS = 8;
const GROUP = /^[0-9a-fA-F]{1,4}$/;
const MAPPED = 0xffff;
const NAT64 = 0x0064_ff9b;

/** Reads an address by RFC 4291, also with an IPv4 tail; undefined with a zone or a prefix. */
export function parseIpv6(text: string): Ipv6 | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [headText = "", tailText] = halves;
  const head = groupsOf(headText, tailText === undefined);
  const tail = tailText === undefined ? [] : groupsOf(tailText, true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = GROUPS - head.length - tail.length;
  if (tailText === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...head, ...Array.from({ length: missing }, () => 0), ...tail];
  const word = (at: number) => (((all[at] ?? 0) << 16) | (all[at + 1] ?? 0)) >>> 0;
  return [word(0), word(2), word(4), word(6)];
}

function groupsOf(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: number[] = [];
  for (const [at, part] of parts.entries()) {
    if (GROUP.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const tail = mayEndInIpv4 && at === parts.length - 1 ? parseIpv4(part) : undefined;
    if (tail === undefined) return undefined;
    groups.push(tail >>> 16, tail & 0xffff);
  }
  return groups;
}

/** The IPv4 address within an IPv4-mapped or NAT64 address. */
export function ipv4Within([a, b, c, d]: Ipv6): number | undefined {
  if (a === 0 && b === 0 && c === MAPPED) return d;
  if (a === NAT64 && b === 0 && c === 0) return d;
  return undefined;
}

/** Writes an address by RFC 5952: without the longest run of zeros, in small letters. */
export function formatIpv6(address: Ipv6): string {
  const mapped = ipv4Within(address);
  if (mapped !== undefined && address[2] === MAPPED) return `::ffff:${formatIpv4(mapped)}`;
  const groups = address.flatMap((word) => [word >>> 16, word & 0xffff]);
  const { start, length } = longestZeros(groups);
  const text = (part: number[]) => part.map((group) => group.toString(16)).join(":");
  if (length < 2) return text(groups);
  return `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`;
}

function longestZeros(groups: number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let at = 0; at <= groups.length; at += 1) {
    if (groups[at] === 0) continue;
    if (at - start > best.length) best = { start, length: at - start };
    start = at + 1;
  }
  return best;
}

/** The address as one number. */
export function bigintOf(words: readonly number[]): bigint {
  return words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}

export function wordsOf(address: bigint): Ipv6 {
  const word = (shift: bigint) => Number((address >> shift) & 0xffff_ffffn);
  return [word(96n), word(64n), word(32n), word(0n)];
}
