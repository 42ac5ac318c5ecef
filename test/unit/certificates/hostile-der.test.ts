import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPem, toPem } from "../../../src/certificates/pem.ts";
import { readCertificate } from "../../../src/certificates/read-certificate.ts";
import { readCsr } from "../../../src/certificates/read-csr.ts";
import { attempt, type Bytes, readDer, sequenceOf } from "../../../src/certificates/read-der.ts";
import { readOid, readTime, readUnsigned } from "../../../src/certificates/read-values.ts";
import * as write from "../../../src/certificates/write-der.ts";
import { isRefusal } from "../../../src/http/index.ts";
import { readPkcs7 } from "../../../src/certificates/read-pkcs7.ts";
import {
  anExtension,
  makeCa,
  makeCsr,
  makeKey,
  makeLeaf,
  makeLeafWith,
} from "../../support/make-csr.ts";
import { rounds } from "../../support/rounds.ts";

const bytes = (max: number) =>
  fc.uint8Array({ maxLength: max }).map((given) => Uint8Array.from(given));

async function derOf(pem: string, label: string): Promise<Bytes> {
  const [der] = fromPem(pem, [label]) ?? [];
  if (der === undefined) throw new Error("no block");
  return der;
}

describe("hostile input", () => {
  it("of random bytes is refused by every reader, without an exception", async () => {
    await fc.assert(
      fc.asyncProperty(bytes(400), async (der) => {
        expect(isRefusal(await readCsr(toPem("CERTIFICATE REQUEST", der)))).toBe(true);
        expect(readCertificate(der)).toBeUndefined();
        expect(readPkcs7(der)).toBeUndefined();
      }),
      { numRuns: rounds(300) },
    );
  });

  it("of random text is refused as a CSR", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 100, unit: "binary" }), async (text) => {
        const framed = `-----BEGIN CERTIFICATE REQUEST-----\n${text}\n-----END CERTIFICATE REQUEST-----`;
        expect(isRefusal(await readCsr(text))).toBe(true);
        expect(isRefusal(await readCsr(framed))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("in the form of a good CSR with one byte changed is refused", async () => {
    const key = await makeKey();
    const good = await derOf(await makeCsr(key), "CERTIFICATE REQUEST");
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const bad = Uint8Array.from(good);
          bad[at] = (bad[at] ?? 0) ^ by;
          expect(isRefusal(await readCsr(toPem("CERTIFICATE REQUEST", bad)))).toBe(true);
        },
      ),
      { numRuns: rounds(300) },
    );
  });

  it("in the form of a certificate with a byte changed does not throw; a cut one is not read", async () => {
    const good = await derOf((await makeCa()).chainPem, "CERTIFICATE");
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, by) => {
        const bad = Uint8Array.from(good);
        bad[at] = by;
        readCertificate(bad);
        expect(readCertificate(good.subarray(0, at))).toBeUndefined();
      }),
      { numRuns: rounds(1000) },
    );
  });

  it("is not taken for a CA if its constraints say that it is none", async () => {
    const der = await derOf((await makeCa()).chainPem, "CERTIFICATE");
    expect(readCertificate(der)?.isCa).toBe(true);
    const constraints = Buffer.from(der).indexOf(write.oid("2.5.29.19"));
    const said = Buffer.from(der).indexOf(Uint8Array.of(0x01, 0x01, 0xff), constraints + 8);
    expect(said - constraints).toBeLessThan(20);
    der[said + 2] = 0;
    expect(readCertificate(der)?.isCa).toBe(false);
  });

  it.each([
    ["indefinite length", [0x30, 0x80, 0, 0]],
    ["a length in more bytes than needed", [0x04, 0x81, 0x01, 0]],
    ["a length with a leading zero", [0x04, 0x82, 0x00, 0x80, ...Array<number>(128).fill(0)]],
    ["a length beyond the end", [0x04, 0x05, 0]],
    ["a length of four bytes", [0x04, 0x84, 0, 0, 0, 1, 0]],
    ["a tag of several bytes", [0x1f, 0x81, 0x01, 0]],
    ["something after the end", [0x05, 0x00, 0x00]],
  ])("is refused for %s", (_name, given) => {
    expect(attempt(() => readDer(Uint8Array.from(given)))).toBeUndefined();
  });

  it("is refused for integers that are negative, empty or not in their shortest form", () => {
    const read = (...content: number[]) =>
      attempt(() => readUnsigned(readDer(write.element(0x02, Uint8Array.from(content)))));
    expect(read(0x00, 0x7f)).toBeUndefined();
    expect(read(0x80)).toBeUndefined();
    expect(read()).toBeUndefined();
    expect(read(0x00, 0x80)).toEqual(Uint8Array.of(0x80));
  });
});

describe("a certificate with repeated extensions or other names", () => {
  const NAMES = "2.5.29.17";
  const uri = (text: string) => anExtension(NAMES, write.element(0x86, write.utf8(text)));

  it("is not read with two extensions of one kind or with more behind its signature", async () => {
    const parts = sequenceOf(readDer(await makeLeaf("a:b"))).map(({ whole }) => whole);
    expect(readCertificate(write.sequence(...parts))).toMatchObject({ uris: ["a:b"] });
    expect(readCertificate(write.sequence(...parts, write.octets(uri("a:c"))))).toBeUndefined();
    expect(readCertificate(await makeLeafWith(uri("a:b"), uri("a:c")))).toBeUndefined();
  });

  it("has no URI if a DNS name only looks like one", async () => {
    const host = write.element(0x82, write.utf8("a:b"));
    expect(readCertificate(await makeLeafWith(anExtension(NAMES, host)))?.uris).toEqual([]);
  });
});

/** An element without a length, ended by two zero bytes, as RFC 5652 allows and EJBCA writes it. */
function open(tag: number, ...parts: Bytes[]): Bytes {
  return Uint8Array.from([tag, 0x80, ...parts.flatMap((part) => [...part]), 0, 0]);
}

describe("certificates in a PKCS#7 message of indefinite length", () => {
  const signedData = (certificates: Bytes) =>
    open(
      0x30,
      write.oid("1.2.840.113549.1.7.2"),
      open(
        0xa0,
        open(
          0x30,
          write.unsigned(Uint8Array.of(1)),
          write.set(),
          open(0x30, write.oid("1.2.840.113549.1.7.1")),
          certificates,
          write.set(),
        ),
      ),
    );

  it("are read, byte for byte as they were signed", async () => {
    const leaves = [await makeLeaf("a:b"), await makeLeaf("a:c")];
    for (const certificates of [open(0xa0, ...leaves), write.context(0, ...leaves)]) {
      expect(readPkcs7(signedData(certificates))?.map(({ der }) => der)).toEqual(leaves);
    }
  });

  it("are not read if an end is missing, nesting is too deep or a certificate itself has no length", async () => {
    const leaf = await makeLeaf("a:b");
    const good = signedData(open(0xa0, leaf));
    for (const cut of [1, 2, 3, 4, 5]) expect(readPkcs7(good.subarray(0, -cut))).toBeUndefined();
    expect(readPkcs7(Uint8Array.from([...good, 0]))).toBeUndefined();
    expect(
      readPkcs7(Uint8Array.from({ length: 60_000 }, (_, at) => (at % 2 ? 0x80 : 0x30))),
    ).toBeUndefined();
    const parts = sequenceOf(readDer(leaf)).map(({ whole }) => whole);
    expect(readCertificate(open(0x30, ...parts))).toBeUndefined();
  });
});

describe("reading values of DER", () => {
  it("gives back a written number", () => {
    fc.assert(
      fc.property(bytes(40), (value) => {
        fc.pre(value.length > 0 && value[0] !== 0);
        expect(readUnsigned(readDer(write.unsigned(value)))).toEqual(value);
      }),
    );
  });

  it("gives back a written time to the second, in both forms", () => {
    const seconds = fc.integer({ min: 0, max: Date.UTC(2090, 0) / 1000 });
    fc.assert(
      fc.property(seconds, (at) => {
        expect(readTime(readDer(write.time(at * 1000)))).toBe(at * 1000);
      }),
    );
  });

  it.each([
    [0x17, "491231235959Z", Date.UTC(2049, 11, 31, 23, 59, 59)],
    [0x17, "500101000000Z", Date.UTC(1950, 0)],
    [0x18, "20500101000000Z", Date.UTC(2050, 0)],
    [0x17, "20500101000000Z", undefined],
    [0x18, "500101000000Z", undefined],
    [0x0c, "20500101000000Z", undefined],
    [0x17, "4912312359Z", undefined],
  ])("takes a time only in the form of its tag: %i, %s", (tag, text, at) => {
    expect(attempt(() => readTime(readDer(write.element(tag, write.utf8(text)))))).toBe(at);
  });

  it("refuses a day that does not exist", () => {
    const time = write.element(0x17, write.utf8("260230000000Z"));
    expect(attempt(() => readTime(readDer(time)))).toBeUndefined();
  });

  it("gives back a written object identifier", () => {
    const part = fc.nat(2 ** 30);
    fc.assert(
      fc.property(fc.nat(39), fc.array(part, { maxLength: 8 }), (second, rest) => {
        const dotted = ["1", second, ...rest].join(".");
        expect(readOid(readDer(write.oid(dotted)))).toBe(dotted);
      }),
    );
  });
});
