import { once } from "../../platform/index.ts";
import { parseIpv4 } from "./ipv4.ts";
import { parseIpv6, type Ipv6 } from "./ipv6.ts";

/** `documentation` is reserved too, but it may be listed, for examples and demonstrations. */
export type Special = "private" | "reserved" | "documentation";

/** Blocks by their purpose. None contains another. */
const IPV4: Readonly<Record<Special, string>> = {
  private: "10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16",
  documentation: "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24",
  reserved: "0.0.0.0/8 192.0.0.0/24 192.88.99.0/24 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4",
};

const IPV6: Readonly<Record<Special, string>> = {
  private: "::1/128 fc00::/7 fe80::/10",
  documentation: "2001:db8::/32 3fff::/20",
  reserved:
    "::/128 64:ff9b:1::/48 100::/64 2001:2::/48 2001:10::/28 2001:20::/28 5f00::/16 fec0::/10 ff00::/8",
};

/** Blocks that are not of the public internet, whoever lists them. */
export const CLOSED_BLOCKS: readonly string[] = [IPV4, IPV6].flatMap((blocks) =>
  `${blocks.private} ${blocks.reserved}`.split(" "),
);

const ranges4 = once(() =>
  rangesOf(IPV4, (address, bits) => ({ base: parseIpv4(address) ?? 0, mask: maskOf(bits) })),
);

const ranges6 = once(() =>
  rangesOf(IPV6, (address, bits) => {
    const base: Ipv6 = parseIpv6(address) ?? [0, 0, 0, 0];
    return { base, masks: base.map((_, word) => maskOf(bits - word * 32)) };
  }),
);

function rangesOf<R>(blocks: typeof IPV4, read: (address: string, bits: number) => R) {
  return (Object.keys(blocks) as Special[]).flatMap((special) =>
    blocks[special].split(" ").map((cidr) => {
      const [address = "", bits = ""] = cidr.split("/");
      return { ...read(address, Number(bits)), special };
    }),
  );
}

function maskOf(bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? 0xffff_ffff : (0xffff_ffff << (32 - bits)) >>> 0;
}

/** The special purpose of an address (RFC 6890 and its successors), if it has one. */
export function specialIpv4(address: number): Special | undefined {
  return ranges4().find(({ base, mask }) => (address & mask) >>> 0 === base)?.special;
}

export function specialIpv6(address: Ipv6): Special | undefined {
  return ranges6().find(({ base, masks }) =>
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

/** The special purpose of an ASN (RFC 5398, 6996, 7300, 7607). */
export function specialAsn(asn: number): Special | undefined {
  return ASNS.find(([first, last]) => asn >= first && asn <= last)?.[2];
}
