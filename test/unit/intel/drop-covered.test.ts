import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderAddresses } from "../../../src/intel/exports/render.ts";
import { boundsOf, parseIpRange } from "../../../src/intel/indicators/ip-range.ts";
import { rounds } from "../../support/rounds.ts";

const row = { disposition: "malicious", threatLevel: 90, category: "c2" } as const;

function linesOf(values: readonly string[]): string[] {
  const text = renderAddresses(values.map((value) => ({ value, ...row })));
  return text.split("\n").filter((line) => line !== "");
}

function bounds(value: string) {
  const range = parseIpRange(value);
  if (range === undefined) throw new Error(value);
  const [first, last] = boundsOf(range);
  return { family: range.family, first, last };
}

function covers(one: string, other: string): boolean {
  const [a, b] = [bounds(one), bounds(other)];
  return a.family === b.family && a.first <= b.first && b.last <= a.last;
}

const four = fc
  .tuple(fc.nat(255), fc.integer({ min: 24, max: 32 }))
  .map(([last, bits]) => (bits === 32 ? `198.51.100.${last}` : `198.51.100.${last}/${bits}`));
const six = fc
  .tuple(fc.nat(15), fc.integer({ min: 124, max: 128 }))
  .map(([last, bits]) => `2001:db8::${last.toString(16)}${bits === 128 ? "" : `/${bits}`}`);

/** Without host bits, as lists are written. */
function isCanonical(value: string): boolean {
  const [address = value] = value.split("/");
  return bounds(address).first === bounds(value).first;
}

describe("the plain list of addresses", () => {
  it.each([
    ["an address in a block", ["198.51.100.7", "198.51.100.0/24"], ["198.51.100.0/24"]],
    [
      "a block in a block, of which an address between them is in the outer one",
      ["198.51.100.200", "198.51.100.0/25", "198.51.100.0/24"],
      ["198.51.100.0/24"],
    ],
    ["the last address of a block", ["198.51.100.255", "198.51.100.0/24"], ["198.51.100.0/24"]],
    [
      "an IPv6 block in a block",
      ["2001:db8::/64", "2001:db8::1", "2001:db8::/48"],
      ["2001:db8::/48"],
    ],
  ])("leaves out %s", (_case, values, left) => {
    expect(linesOf(values)).toEqual(left);
  });

  it("keeps what no other line covers, in its order, without another line of the same address", () => {
    const values = [
      "198.51.100.9",
      "198.51.101.0/24",
      "198.51.102.0",
      "198.51.100.0/29",
      "2001:db8::1",
    ];
    expect(linesOf(values)).toEqual(values);
    expect(linesOf(["198.51.100.9", "198.51.100.8"])).toEqual(["198.51.100.9", "198.51.100.8"]);
  });

  it("has no line within another and loses no address, for any lines", () => {
    const values = fc.uniqueArray(fc.oneof(four, six).filter(isCanonical), { maxLength: 12 });
    fc.assert(
      fc.property(values, (all) => {
        const left = linesOf(all);
        const within = left.filter((one) =>
          left.some((other) => other !== one && covers(other, one)),
        );
        const lost = all.filter((one) => !left.some((other) => covers(other, one)));
        expect({ within, lost }).toEqual({ within: [], lost: [] });
      }),
      { numRuns: rounds(500) },
    );
  });
});
