import { describe, expect, it } from "vitest";
import { cidrsOf } from "../../../src/intel/exports/cidrs.ts";
import { closedOf, openParts } from "../../../src/intel/exports/open-parts.ts";
import { parseIpRange, type IpRange } from "../../../src/intel/indicators/ip-range.ts";

function partsOf(text: string): string[] {
  return openParts(parseIpRange(text) as IpRange, closedOf([])).flatMap(cidrsOf);
}

describe("the parts of a block on the open internet", () => {
  it.each([
    ["9.0.0.0/8", ["9.0.0.0/8"]],
    ["10.0.0.0/8", []],
    ["10.1.2.0/24", []],
    ["100.0.0.0/9", ["100.0.0.0/10"]],
    ["100.64.0.0/9", ["100.0.0.0/10"]],
    ["9.255.255.255-11.0.0.0", ["9.255.255.255", "11.0.0.0"]],
    ["172.31.255.255-172.32.0.0", ["172.32.0.0"]],
    ["192.167.255.255-192.168.0.0", ["192.167.255.255"]],
    ["192.0.0.0/22", ["192.0.1.0/24", "192.0.2.0/23"]],
    ["223.255.255.254-255.255.255.255", ["223.255.255.254/31"]],
    ["0.0.0.0-1.0.0.0", ["1.0.0.0"]],
    ["198.51.100.0/24", ["198.51.100.0/24"]],
  ])("of IPv4 %s: %j", (block, parts) => {
    expect(partsOf(block)).toEqual(parts);
  });

  it.each([
    ["2606:4700::/32", ["2606:4700::/32"]],
    ["2001:db8::/32", ["2001:db8::/32"]],
    ["fe80::/64", []],
    ["::-::2", ["::2"]],
    ["2001:2::/47", ["2001:2:1::/48"]],
    ["2001:20::/27", ["2001:30::/28"]],
    ["feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff-ff00::", []],
  ])("of IPv6 %s: %j", (block, parts) => {
    expect(partsOf(block)).toEqual(parts);
  });
});
