import { describe, expect, it } from "vitest";
import { fromPem, toPem } from "../../../src/certificates/pem.ts";
import { MAX_CSR_CHARACTERS, readCsr } from "../../../src/certificates/read-csr.ts";
import { TAG } from "../../../src/certificates/read-der.ts";
import * as der from "../../../src/certificates/write-der.ts";
import { isRefusal } from "../../../src/http/index.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";

async function errorOf(pem: string): Promise<string> {
  const csr = await readCsr(pem);
  return isRefusal(csr) ? `${csr.status} ${csr.error}` : "accepted";
}

/** A request for an RSA key of these numbers, signed by another key. */
async function makeRsaCsr(modulus: Uint8Array<ArrayBuffer>, exponent: number[]): Promise<string> {
  const algorithm = der.sequence(der.oid("1.2.840.113549.1.1.1"), der.element(TAG.null));
  const numbers = der.sequence(der.unsigned(modulus), der.unsigned(Uint8Array.from(exponent)));
  const spki = der.sequence(algorithm, der.bits(numbers));
  return makeCsr({ ...(await makeKey()), spki });
}

describe("readCsr", () => {
  it.each(["P-256", "P-384", "RSA", "Ed25519"] as const)("accepts %s", async (kind) => {
    const key = await makeKey(kind);
    const csr = await readCsr(await makeCsr(key));
    if (isRefusal(csr)) throw new Error(csr.error);
    expect(csr.publicKey.kind).toBe(kind);
    expect(csr.publicKey.spki).toEqual(key.spki);
    expect(csr.keyFingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ["P-256", "1.2.840.10045.3.1.7", 256],
    ["P-384", "1.3.132.0.34", 384],
  ] as const)(
    "400 with a helpful message for a compressed point of %s",
    async (kind, curve, bits) => {
      const key = await makeKey(kind);
      const point = key.spki.slice(-2 * (bits / 8));
      const compressed = Uint8Array.of(2 + ((point.at(-1) ?? 0) & 1), ...point.slice(0, bits / 8));
      const algorithm = der.sequence(der.oid("1.2.840.10045.2.1"), der.oid(curve));
      const spki = der.sequence(algorithm, der.bits(compressed));
      const refused = await readCsr(await makeCsr({ ...key, spki }));
      expect(refused).toMatchObject({ status: 400, error: "csr_key_unsupported" });
      expect(isRefusal(refused) && refused.message).toContain("uncompressed point");
    },
  );

  it.each([
    [2047, "400 csr_key_size"],
    [2048, "400 csr_signature_invalid"],
    [8192, "400 csr_signature_invalid"],
    [8193, "400 csr_key_size"],
  ])("checks the size of an RSA key of %i bits before its signature: %s", async (size, error) => {
    const modulus = new Uint8Array(Math.ceil(size / 8)).fill(0xff);
    modulus[0] = 0xff >> (8 * modulus.length - size);
    expect(await errorOf(await makeRsaCsr(modulus, [1, 0, 1]))).toBe(error);
  });

  it.each([
    [[1], "400 csr_malformed"],
    [[2], "400 csr_malformed"],
    [[3], "400 csr_signature_invalid"],
    [[1, 0, 0], "400 csr_malformed"],
    [[1, 0, 0, 0, 1], "400 csr_malformed"],
  ])("checks an RSA exponent of bytes %j before the signature: %s", async (exponent, error) => {
    const modulus = new Uint8Array(256).fill(0xff);
    expect(await errorOf(await makeRsaCsr(modulus, exponent))).toBe(error);
  });

  it("400 if another key signed the request", async () => {
    const pem = await makeCsr(await makeKey(), await makeKey());
    expect(await errorOf(pem)).toBe("400 csr_signature_invalid");
  });

  it("400 if a key of another family signed the request", async () => {
    const pem = await makeCsr(await makeKey(), await makeKey("Ed25519"));
    expect(await errorOf(pem)).toBe("400 csr_signature_invalid");
  });

  it("400 if one signed byte was changed", async () => {
    const [bytes] = fromPem(await makeCsr(await makeKey()), ["CERTIFICATE REQUEST"]) ?? [];
    if (bytes === undefined) throw new Error("no request");
    const at = new TextDecoder("latin1").decode(bytes).indexOf("agent");
    bytes[at] = "b".charCodeAt(0);
    const pem = toPem("CERTIFICATE REQUEST", bytes);
    expect(await errorOf(pem)).toBe("400 csr_signature_invalid");
  });

  it("400 for two blocks, none, or a block of another type", async () => {
    const pem = await makeCsr(await makeKey());
    expect(await errorOf(pem + pem)).toBe("400 csr_malformed");
    expect(await errorOf("")).toBe("400 csr_malformed");
    expect(await errorOf(pem.replaceAll("CERTIFICATE REQUEST", "CERTIFICATE"))).toBe(
      "400 csr_malformed",
    );
  });

  it("400 for text that is too large", async () => {
    expect(await errorOf("A".repeat(MAX_CSR_CHARACTERS + 1))).toBe("400 csr_too_large");
  });
});
