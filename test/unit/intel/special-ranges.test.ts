import { describe, expect, it } from "vitest";
import { parseIpv4 } from "../../../src/intel/indicators/ipv4.ts";
import { parseIpv6 } from "../../../src/intel/indicators/ipv6.ts";
import {
  specialAsn,
  specialIpv4,
  specialIpv6,
} from "../../../src/intel/indicators/special-ranges.ts";

function specialOf(address: string) {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== undefined) return specialIpv4(ipv4);
  const ipv6 = parseIpv6(address);
  if (ipv6 === undefined) throw new Error(address);
  return specialIpv6(ipv6);
}

/** The last address before each block, its first and last, and the first address after it. */
describe("the addresses and AS numbers set aside", () => {
  it.each([
    ["private", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
    ["private", "100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
    ["private", "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
    ["private", "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
    ["private", "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
    ["private", "192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
    ["documentation", "192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
    ["documentation", "198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
    ["documentation", "203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
    ["reserved", "1.0.0.0", "0.0.0.0", "0.255.255.255", "1.0.0.0"],
    ["reserved", "191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"],
    ["reserved", "192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"],
    ["reserved", "198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
    ["reserved", "223.255.255.255", "224.0.0.0", "239.255.255.255", "8.8.8.8"],
    ["reserved", "8.8.8.8", "240.0.0.0", "255.255.255.255", "8.8.8.8"],
    ["private", "::2", "::1", "::1", "::2"],
    ["private", "fbff::", "fc00::", "fdff:ffff::", "fe00::"],
    ["private", "fe7f:ffff::", "fe80::", "febf:ffff::", "fe00::"],
    ["documentation", "2001:db7:ffff::", "2001:db8::", "2001:db8:ffff:ffff::", "2001:db9::"],
    ["documentation", "3ffe:ffff::", "3fff::", "3fff:fff:ffff::", "3fff:1000::"],
    ["reserved", "::2", "::", "::", "::2"],
    ["reserved", "64:ff9b:0:1::", "64:ff9b:1::", "64:ff9b:1:ffff::", "64:ff9b:2::"],
    ["reserved", "ff:ffff::", "100::", "100::ffff:ffff:ffff:ffff", "101::"],
    ["reserved", "fe00::", "fec0::", "feff:ffff::", "fe00::"],
    ["reserved", "fe00::", "ff00::", "ffff:ffff::", "fe00::"],
  ])("%s: not %s, from %s to %s, not %s", (special, before, first, last, behind) => {
    const all = [before, first, last, behind].map(specialOf);
    expect(all).toEqual([undefined, special, special, undefined]);
  });

  it.each([
    ["reserved", 0, 0],
    ["reserved", 23_456, 23_456],
    ["documentation", 64_496, 64_511],
    ["private", 64_512, 65_534],
    ["reserved", 65_535, 65_535],
    ["documentation", 65_536, 65_551],
    ["reserved", 65_552, 131_071],
    ["private", 4_200_000_000, 4_294_967_294],
    ["reserved", 4_294_967_295, 4_294_967_295],
  ])("%s: from AS%d to AS%d", (special, first, last) => {
    expect([specialAsn(first), specialAsn(last)]).toEqual([special, special]);
  });

  it("do not include the AS numbers next to those", () => {
    const others = [1, 23_455, 23_457, 64_495, 131_072, 4_199_999_999];
    expect(others.map(specialAsn).filter((one) => one !== undefined)).toEqual([]);
  });
});
