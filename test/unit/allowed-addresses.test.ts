import { describe, expect, it } from "vitest";
import { AddressList, isAddressOrBlock } from "../../src/platform/outbound/address-list.ts";

describe("an allowed address or block of an API key", () => {
  it.each([
    "192.0.2.1",
    "0.0.0.0/0",
    "2001:db8::/32",
    "::1",
    "::/0",
    "::FFFF:192.0.2.1",
    "::ffff:192.0.2.0/120",
  ])("is accepted: %s", (text) => {
    expect(isAddressOrBlock(text)).toBe(true);
  });

  it.each([
    "",
    "192.0.2.256",
    "010.0.0.1",
    "192.0.2.0/33",
    "::ffff:192.0.2.0/24",
    "192.0.2.0/",
    "2001:db8::/129",
    "fe80::1%eth0",
    "::1]?",
    "::1]#x",
    "a:b@[::1",
  ])("is refused: '%s'", (text) => {
    expect(isAddressOrBlock(text)).toBe(false);
  });

  it.each([
    ["192.0.2.0/25", ["192.0.2.0", "192.0.2.127", "::ffff:192.0.2.127"], ["192.0.2.128"]],
    ["::ffff:192.0.2.0/120", ["192.0.2.7", "::ffff:192.0.2.8"], ["192.0.3.1", "2001:db8::1"]],
    ["::ffff:192.0.2.1", ["192.0.2.1", "::FFFF:c000:201"], ["192.0.2.2", "::c000:201"]],
    ["2001:db8::/33", ["2001:db8:7fff::1"], ["2001:db8:8000::", "32.1.13.184"]],
    ["0.0.0.0/0", ["255.255.255.255", "::ffff:1.2.3.4"], ["::1", "", "1.2.3"]],
    ["::/0", ["::1", "ffff::"], ["1.2.3.4", "::ffff:1.2.3.4"]],
  ])(
    "%s holds the addresses inside it, and none outside it or of the other family",
    (block, inside, outside) => {
      const list = new AddressList([block]);
      expect(inside.filter((address) => !list.holds(address))).toEqual([]);
      expect(outside.filter((address) => list.holds(address))).toEqual([]);
    },
  );
});
