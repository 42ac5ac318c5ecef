import { createSign, generateKeyPairSync, verify } from "node:crypto";
import { assert, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { rawSignature } from "../../src/platform/ecdsa-signature.ts";

const CURVES = [
  { namedCurve: "P-256", size: 32 },
  { namedCurve: "P-384", size: 48 },
  { namedCurve: "P-521", size: 66 },
];
const MESSAGE = Buffer.from("what an authenticator signs");
const RUNS = 50;

describe("the ECDSA signature of a passkey or certificate", () => {
  it.each(CURVES)(
    "on $namedCurve is read in the form that OpenSSL writes",
    ({ namedCurve, size }) => {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve });
      for (let run = 0; run < RUNS; run += 1) {
        const der = createSign("sha256").update(MESSAGE).sign(privateKey);
        const raw = rawSignature(der, size) ?? Buffer.alloc(0);
        const key = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
        expect(verify("sha256", MESSAGE, key, raw)).toBe(true);
      }
    },
  );

  it.each([
    ["no bytes", []],
    ["an empty sequence", [0x30, 0]],
    ["one number", [0x30, 3, 2, 1, 5]],
    ["three numbers", [0x30, 9, 2, 1, 5, 2, 1, 5, 2, 1, 5]],
    ["bytes behind the sequence", [0x30, 6, 2, 1, 5, 2, 1, 5, 0]],
    ["a number without bytes", [0x30, 5, 2, 0, 2, 1, 5]],
    ["a number that is a string", [0x30, 6, 4, 1, 5, 2, 1, 5]],
    ["a length beyond its end", [0x30, 7, 2, 1, 5, 2, 1, 5]],
    ["a length in the long form", [0x30, 0x82, 0, 6, 2, 1, 5, 2, 1, 5]],
    ["an indefinite length", [0x30, 0x80, 2, 1, 5, 2, 1, 5, 0, 0]],
    ["a long form that a short one would do for", [0x30, 0x81, 6, 2, 1, 5, 2, 1, 5]],
    ["a negative number", [0x30, 6, 2, 1, 0x85, 2, 1, 5]],
    ["a zero byte too many", [0x30, 7, 2, 2, 0, 5, 2, 1, 5]],
    ["a number longer than the curve's", [0x30, 0x26, 2, 33, ...Array(33).fill(1), 2, 1, 5]],
  ])("is refused with %s", (_, bytes) => {
    expect(rawSignature(Uint8Array.from(bytes), 32)).toBeUndefined();
  });

  it("made of random bytes is refused or read as 64 bytes", () => {
    assert(
      property(uint8Array({ maxLength: 160 }), (bytes) => {
        const raw = rawSignature(Uint8Array.from([0x30, bytes.length, ...bytes]), 32);
        expect([undefined, 64]).toContain(raw?.length);
      }),
    );
  });
});
