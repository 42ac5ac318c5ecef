import { expect, it } from "vitest";
import { fillRandom } from "../../src/encryption/suite/bytes.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

it("never fills twice the same, however often the pool is drawn anew", () => {
  const bytes = new Uint8Array(12);
  const seen = Array.from({ length: 2_000 }, () => {
    fillRandom(bytes);
    return hex(bytes);
  });
  expect(new Set(seen).size).toBe(2_000);
});

it("fills more than the pool holds to the end", () => {
  const bytes = new Uint8Array(10_000);
  fillRandom(bytes);
  const pieces = hex(bytes).match(/.{32}/g) ?? [];
  expect(new Set(pieces).size).toBe(625);
});
