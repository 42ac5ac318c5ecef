import { parseIpv4 } from "./ipv4.ts";
import { parseIpv6, type Ipv6 } from "./ipv6.ts";

/** `documentation` is reserved too, but examples and demonstrations may list it. */
export type Special = "private" | "reserved" | "documentation";

const IPV4: readonly (readonly [cidr: string, special: Special])[] = [
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "private"],
  ["127.0.0.0/8", "private"],
  ["169.254.0.0/16", "private"],
  ["172.16.0.0/12", "private"],
  ["192.168.0.0/16", "private"],
  ["192.0.2.0/24", "documentation"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["0.0.0.0/8", "reserved"],
  ["192.0.0.0/24", "reserved"],
  ["192.88.99.0/24", "reserved"],
  ["198.18.0.0/15", "reserved"],
  ["224.0.0.0/4", "reserved"],
  ["240.0.0.0/4", "reserved"],
];

const IPV6: readonly (readonly [cidr: string, special: Special])[] = [
  ["::1/128", "private"],
  ["fc00::/7", "private"],
  ["fe80::/10", "private"],
  ["2001:db8::/32", "documentation"],
  ["3fff::/20", "documentation"],
  ["::/128", "reserved"],
  ["64:ff9b:1::/48", "reserved"],
  ["100::/64", "reserved"],
  ["2001:2::/48", "reserved"],
  ["2001:10::/28", "reserved"],
  ["2001:20::/28", "reserved"],
  ["5f00::/16", "reserved"],
  ["fec0::/10", "reserved"],
  ["ff00::/8", "reserved"],
];

/** Blocks whose addresses mean nothing on the open internet, whoever lists them. */
export const CLOSED_BLOCKS: readonly string[] = [...IPV4, ...IPV6]
  .filter(([, special]) => special !== "documentation")
  .map(([cidr]) => cidr);

const ranges4 = IPV4.map(([cidr, special]) => {
  const [address = "", bits = ""] = cidr.split("/");
  return { base: parseIpv4(address) ?? 0, mask: maskOf(Number(bits)), special };
});

const ranges6 = IPV6.map(([cidr, special]) => {
  const [address = "", bits = ""] = cidr.split("/");
  const base: Ipv6 = parseIpv6(address) ?? [0, 0, 0, 0];
  return { base, masks: base.map((_, word) => maskOf(Number(bits) - word * 32)), special };
});

function maskOf(bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? 0xffff_ffff : (0xffff_ffff << (32 - bits)) >>> 0;
}

/** What the address is set aside for (RFC 6890 and its successors), if for anything. */
export function specialIpv4(address: number): Special | undefined {
  return ranges4.find(({ base, mask }) => (address & mask) >>> 0 === base)?.special;
}

export function specialIpv6(address: Ipv6): Special | undefined {
  return ranges6.find(({ base, masks }) =>
    masks.every((mask, word) => ((address[word] ?? 0) & mask) >>> 0 === base[word]),
  )?.special;
}

const ASNS: readonly (readonly [first: number, last: number, special: Special])[] = [
  [0, 0, "reserved"],
  [23_456, 23_456, "reserved"],
  [64_496, 64_511, "documentation"],
  [64_512, 65_534, "private"],
  [65_535, 65_535, "reserved"],
  [65_536, 65_551, "documentation"],
  [65_552, 131_071, "reserved"],
  [4_200_000_000, 4_294_967_294, "private"],
  [4_294_967_295, 4_294_967_295, "reserved"],
];

/** RFC 5398, 6996, 7300, 7607. */
export function specialAsn(asn: number): Special | undefined {
  return ASNS.find(([first, last]) => asn >= first && asn <= last)?.[2];
}
