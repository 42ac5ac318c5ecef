import type { Ipv6 } from "./ipv6.ts";

const SIX_TO_FOUR = 0x2002;
const TEREDO = 0x2001_0000;

/** The IPv4 address of the tunnel's client, for 6to4 (RFC 3056) and Teredo (RFC 4380). */
export function tunnelledIpv4([a, b, , d]: Ipv6): number | undefined {
  if (a >>> 16 === SIX_TO_FOUR) return (((a & 0xffff) << 16) | (b >>> 16)) >>> 0;
  if (a === TEREDO) return ~d >>> 0;
  return undefined;
}
