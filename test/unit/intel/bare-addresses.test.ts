import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";

describe("a bare IP address read as a URL", () => {
  it.each([
    ["198.51.100.7", "198.51.100.7", "198.51.100.7"],
    ["2001:DB8::1", "2001:db8::1", "[2001:db8::1]"],
    ["2001[:]db8[:][:]1", "2001:db8::1", "[2001:db8::1]"],
    ["2001:db8:0:0:0:0:0:1", "2001:db8:0:0:0:0:0:1", "[2001:db8::1]"],
    ["[2001:db8::1]", "[2001:db8::1]", "[2001:db8::1]"],
    ["[2001:db8::1]:8080", "[2001:db8::1]:8080", "[2001:db8::1]"],
    ["::ffff:198.51.100.7", "::ffff:198.51.100.7", "198.51.100.7"],
  ])("%s becomes the host of the URL", (written, value, text) => {
    const address = { host: { text }, path: "/" };
    expect(readIndicator("url", written)).toMatchObject({ type: "url", value, address });
  });

  it.each(["2001:db8", "1::2::3", "fe80::1%eth0", "2001:db8::1/a"])("%s is refused", (written) => {
    expect(isRefusal(readIndicator("url", written))).toBe(true);
  });
});
