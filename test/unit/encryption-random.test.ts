import { expect, it } from "vitest";
import { fillRandom } from "../../src/encryption/suite/bytes.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

it("fillRandom never repeats itself in 2,000 fills, across refills of its pool", () => {
  const bytes = new Uint8Array(12);
  const seen = Array.from({ length: 2_000 }, () => {
    fillRandom(bytes);
    return hex(bytes);
  });
  expect(new Set(seen).size).toBe(2_000);
});

it("fillRandom fills an array that is larger than its pool to the end", () => {
  const bytes = new Uint8Array(10_000);
  fillRandom(bytes);
  const pieces = hex(bytes).match(/.{32}/g) ?? [];
  expect(new Set(pieces).size).toBe(625);
});
