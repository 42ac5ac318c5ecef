import { createSign, generateKeyPairSync, verify } from "node:crypto";
import { assert, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { AsnParser, ECDSASigValue } from "../../src/access/passkeys/ecdsa-signature.ts";

const CURVES = [
  { namedCurve: "P-256", size: 32 },
  { namedCurve: "P-384", size: 48 },
  { namedCurve: "P-521", size: 66 },
];
const MESSAGE = Buffer.from("what an authenticator signs");
const RUNS = 50;

const read = (bytes: Uint8Array) => AsnParser.parse(bytes, ECDSASigValue);

/** Both numbers at the length of the curve, as the passkey library puts them side by side. */
function sideBySide({ r, s }: ECDSASigValue, size: number): Buffer {
  const raw = Buffer.alloc(size * 2);
  for (const [number, end] of [
    [r, size],
    [s, size * 2],
  ] as const) {
    const significant = number[0] === 0 ? number.subarray(1) : number;
    raw.set(significant, end - significant.length);
  }
  return raw;
}

describe("the signature of a passkey", () => {
  it.each(CURVES)("of $namedCurve is read as OpenSSL writes it", ({ namedCurve, size }) => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve });
    for (let run = 0; run < RUNS; run += 1) {
      const der = createSign("sha256").update(MESSAGE).sign(privateKey);
      const raw = sideBySide(read(der), size);
      const key = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
      expect(verify("sha256", MESSAGE, key, raw)).toBe(true);
    }
  });

  it.each([
    ["nothing", []],
    ["a sequence of nothing", [0x30, 0]],
    ["one number", [0x30, 3, 2, 1, 5]],
    ["three numbers", [0x30, 9, 2, 1, 5, 2, 1, 5, 2, 1, 5]],
    ["bytes behind it", [0x30, 6, 2, 1, 5, 2, 1, 5, 0]],
    ["a number without bytes", [0x30, 5, 2, 0, 2, 1, 5]],
    ["a number that is a string", [0x30, 6, 4, 1, 5, 2, 1, 5]],
    ["a length past its end", [0x30, 7, 2, 1, 5, 2, 1, 5]],
    ["a length of lengths", [0x30, 0x82, 0, 6, 2, 1, 5, 2, 1, 5]],
    ["no end", [0x30, 0x80, 2, 1, 5, 2, 1, 5, 0, 0]],
  ])("is refused with %s", (_, bytes) => {
    expect(() => read(Uint8Array.from(bytes))).toThrow("no ECDSA signature");
  });

  it("of any bytes is refused or lies within them", () => {
    assert(
      property(uint8Array({ maxLength: 160 }), (bytes) => {
        try {
          const { r, s } = read(Uint8Array.from([0x30, bytes.length, ...bytes]));
          expect(r.length + s.length).toBeLessThan(bytes.length);
        } catch (error) {
          expect(String(error)).toContain("no ECDSA signature");
        }
      }),
    );
  });

  it("is all that is read: a certificate is refused", () => {
    expect(() => AsnParser.parse(Uint8Array.of(0x30, 0), Map)).toThrow("not asked for");
  });
});
