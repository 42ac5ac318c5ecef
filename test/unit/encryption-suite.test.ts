import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placePrefix, withContext } from "../../src/encryption/suite/additional-data.ts";
import { utf8, type Bytes } from "../../src/encryption/suite/bytes.ts";
import { readCiphertext } from "../../src/encryption/suite/ciphertext.ts";
import {
  newMessageKey,
  openField,
  sealFields,
  versionKey,
  type MessageKey,
  type Plain,
  type VersionKey,
} from "../../src/encryption/suite/field.ts";
import { KEY_ID_MAC, keyIdOf } from "../../src/encryption/suite/key-id.ts";
import {
  deriveMessageKey,
  KEY_NONCE_BYTES,
  openMessage,
  sealMessage,
} from "../../src/encryption/suite/xaes.ts";
import { xaesKeyFrom } from "../support/xaes-key.ts";

const hex = (bytes: Uint8Array | ArrayBuffer) => Buffer.from(new Uint8Array(bytes)).toString("hex");
const filled = (byte: number) => new Uint8Array(32).fill(byte);
const text = fc.string({ unit: "binary", maxLength: 200 });
const context = fc.option(text, { nil: undefined });

/** C2SP, XAES-256-GCM, "Test vectors": the two published ones, with their steps. */
const VECTORS = [
  {
    key: filled(1),
    k1: "e531954aca063d5b8d9c47a47d4cc6f0",
    aad: "",
    ciphertext: "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271",
  },
  {
    key: filled(3),
    k1: "23810ec50edb99f374409466ed1f4b7b",
    aad: "c2sp.org/XAES-256-GCM",
    ciphertext: "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d",
  },
];

interface Place {
  tenantId: string;
  keyVersion: number;
  context?: string | undefined;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".split("");
const nonce = utf8("ABCDEFGHIJKLMNOPQRSTUVWX");

const additionalData = ({ tenantId, keyVersion, context: said }: Place) =>
  hex(withContext(placePrefix(tenantId, keyVersion), said));

async function aVersion(version: number, byte: number, tenantId = "acme"): Promise<VersionKey> {
  const bytes = filled(byte);
  const mac = await crypto.subtle.importKey("raw", bytes, KEY_ID_MAC, false, ["sign"]);
  const xaes = await xaesKeyFrom(bytes);
  return versionKey(tenantId, version, { keyId: await keyIdOf(mac), xaes });
}

async function seal(key: VersionKey, value: string, said?: string): Promise<string> {
  return sealOne(await newMessageKey(key), { value, context: said });
}

async function sealOne(message: MessageKey, plain: Plain): Promise<string> {
  const [sealed = ""] = await sealFields(message, [plain]);
  return sealed;
}

async function open(key: VersionKey, sealed: string, said?: string) {
  const ciphertext = readCiphertext(sealed);
  return ciphertext === null ? "malformed" : openField(key, ciphertext, said);
}

describe("XAES-256-GCM", () => {
  it.each(VECTORS)("gives the published vector with key $key.0", async (vector) => {
    const key = await xaesKeyFrom(vector.key);
    expect(hex(key.k1)).toBe(vector.k1);
    const message = await deriveMessageKey(key, nonce.subarray(0, KEY_NONCE_BYTES));
    const aad = utf8(vector.aad);
    const iv = nonce.subarray(KEY_NONCE_BYTES);
    const sealed = await sealMessage(message, iv, utf8("XAES-256-GCM"), aad);
    expect(hex(sealed)).toBe(vector.ciphertext);
    const opened = await openMessage(message, iv, new Uint8Array(sealed), aad);
    expect(Buffer.from(opened).toString()).toBe("XAES-256-GCM");
  });
});

describe("additional data", () => {
  const place = fc.record({
    tenantId: text,
    keyVersion: fc.integer({ min: 1, max: 999_999_999 }),
    context,
  });

  it("is different for every two different places", () => {
    const same = (one: Place, other: Place) =>
      one.tenantId === other.tenantId &&
      one.keyVersion === other.keyVersion &&
      one.context === other.context;
    fc.assert(
      fc.property(place, place, (one, other) => {
        const equal = additionalData(one) === additionalData(other);
        expect(equal).toBe(same(one, other));
      }),
    );
  });

  it("differs if a character moves from tenant to context, and between no context and an empty one", () => {
    const of = (tenantId: string, said?: string) =>
      additionalData({ tenantId, keyVersion: 1, context: said });
    expect(of("ab", "c")).not.toBe(of("a", "bc"));
    expect(of("a")).not.toBe(of("a", ""));
  });
});

describe("a field", () => {
  it("is decrypted to its value, for any Unicode value and context", async () => {
    const key = await aVersion(1, 9);
    await fc.assert(
      fc.asyncProperty(text, context, async (value, said) => {
        expect(await open(key, await seal(key, value, said), said)).toEqual({ value });
      }),
    );
  });

  it("keeps a byte order mark at its start", async () => {
    const key = await aVersion(1, 9);
    expect(await open(key, await seal(key, "\uFEFFvalue"))).toEqual({ value: "\uFEFFvalue" });
  });

  it("is encrypted to a different ciphertext each time", async () => {
    const key = await aVersion(1, 9);
    const message = await newMessageKey(key);
    const sealed = await Promise.all(
      Array.from({ length: 500 }, () => sealOne(message, { value: "one value" })),
    );
    expect(new Set(sealed).size).toBe(500);
    expect(await seal(key, "one value")).not.toBe(await seal(key, "one value"));
  });

  it("has a nonce of its own within a call and across calls", async () => {
    const key = await aVersion(1, 9);
    const message = await newMessageKey(key);
    const plains = Array.from({ length: 500 }, (_, at) => ({ value: `value ${at}` }));
    const calls = await Promise.all([sealFields(message, plains), sealFields(message, plains)]);
    const sealed = calls.flat();
    const ivs = sealed.map((one) => hex(readCiphertext(one)?.iv ?? new Uint8Array(0)));
    expect(new Set(ivs).size).toBe(1_000);
    for (const [at, one] of sealed.entries()) {
      expect(await open(key, one)).toEqual({ value: `value ${at % 500}` });
    }
  });

  it("is decrypted after a call with values of any length, and has exactly its expected length", async () => {
    const key = await aVersion(1, 9);
    const message = await newMessageKey(key);
    // Short values share a table of 12 KiB; half a surrogate pair is sealed as U+FFFD.
    const length = fc.constantFrom(0, 1, 2, 3, 64, 65, 4_050, 12_243, 12_244, 12_245, 65_536);
    const ascii = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 80 }) },
      length.map((units) => "x".repeat(units)),
    );
    const others = fc.constantFrom("\ud800", "\udc00", "Zo\u00eb", "\u{1f511}".repeat(32));
    const plainsOf = (value: fc.Arbitrary<string>) =>
      fc.array(fc.record({ value, context }), { maxLength: 12 });
    const plains = fc.oneof(plainsOf(ascii), plainsOf(fc.oneof(ascii, text, others)));
    const property = fc.asyncProperty(plains, async (given) => {
      const sealed = await sealFields(message, given);
      expect(sealed).toHaveLength(given.length);
      for (const [at, one] of given.entries()) {
        const said = one.value.toWellFormed();
        const bytes = Buffer.byteLength(said) + 44;
        expect(sealed[at]).toHaveLength("fe1.1.".length + Math.ceil((bytes * 4) / 3));
        expect(await open(key, sealed[at] ?? "", one.context)).toEqual({ value: said });
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it.each([0, 1, 64, 65, 467, 468, 469, 470, 5_000])(
    "of %i bytes is decrypted to its value",
    async (length) => {
      const key = await aVersion(1, 9);
      const value = "x".repeat(length);
      const sealed = await seal(key, value);
      expect(sealed).toHaveLength("fe1.1.".length + Math.ceil(((length + 44) * 4) / 3));
      expect(await open(key, sealed)).toEqual({ value });
    },
  );

  it("does not open with another context", async () => {
    const key = await aVersion(1, 9);
    await fc.assert(
      fc.asyncProperty(context, context, async (said, other) => {
        fc.pre(said !== other);
        expect(await open(key, await seal(key, "v", said), other)).toBe("not_authentic");
      }),
    );
  });

  it("does not open under another version or tenant with the same key", async () => {
    const sealed = await seal(await aVersion(1, 9), "v");
    const renumbered = sealed.replace(/^fe1\.1\./, "fe1.2.");
    expect(await open(await aVersion(2, 9), renumbered)).toBe("not_authentic");
    expect(await open(await aVersion(1, 9, "other"), sealed)).toBe("not_authentic");
  });

  it("does not open under another key, with the error wrong_key", async () => {
    expect(await open(await aVersion(1, 8), await seal(await aVersion(1, 9), "v"))).toBe(
      "wrong_key",
    );
  });

  it("does not open if any single bit of it is flipped", async () => {
    const key = await aVersion(1, 9);
    const sealed = await seal(key, "value", "context");
    const encoded = sealed.slice("fe1.1.".length);
    const bytes: Bytes = Uint8Array.from(Buffer.from(encoded, "base64url"));
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const turned = Buffer.from(bytes);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const answer = await open(key, `fe1.1.${turned.toString("base64url")}`, "context");
      expect(["wrong_key", "not_authentic"]).toContain(answer);
    }
  });
});

describe("a ciphertext", () => {
  it("has 44 bytes more than its value and names its version", async () => {
    const sealed = await seal(await aVersion(12, 9), "12345");
    const [suite, version, encoded] = sealed.split(".");
    expect([suite, version]).toEqual(["fe1", "12"]);
    expect(Buffer.from(encoded ?? "", "base64url")).toHaveLength(5 + 44);
  });

  it("has only one valid spelling", async () => {
    const key = await aVersion(1, 9);
    for (const value of ["", "a", "ab", "abc"]) {
      const sealed = await seal(key, value);
      const last = sealed.slice(-1);
      const others = LETTERS.filter((letter) => letter !== last);
      for (const letter of others) {
        expect(await open(key, sealed.slice(0, -1) + letter)).not.toHaveProperty("value");
      }
      expect(readCiphertext(sealed)).not.toBeNull();
    }
  });

  it.each([
    "",
    "fe1",
    "fe1.1.",
    "fe2.1.AAAA",
    `fe1.0.${"A".repeat(64)}`,
    `fe1.01.${"A".repeat(64)}`,
    `fe1.-1.${"A".repeat(64)}`,
    `fe1.1000000000.${"A".repeat(64)}`,
    `fe1.1.${"A".repeat(58)}`,
    `fe1.1.${"A".repeat(61)}`,
    `fe1.1.${"A".repeat(64)}=`,
    `fe1.1.${"A".repeat(63)}+`,
    ` fe1.1.${"A".repeat(64)}`,
    `fe1.1.${"A".repeat(64)}\n`,
  ])("is malformed as %j", (sealed) => {
    expect(readCiphertext(sealed)).toBeNull();
  });
});
