import { type Bytes, type Der, malformed, readDer, sequenceOf, TAG, tagged } from "./read-der.ts";
import { readBits, readOid, readUnsigned } from "./read-values.ts";

const OID = {
  ecPublicKey: "1.2.840.10045.2.1",
  p256: "1.2.840.10045.3.1.7",
  p384: "1.3.132.0.34",
  rsa: "1.2.840.113549.1.1.1",
  ed25519: "1.3.101.112",
} as const;

const CURVES: ReadonlyMap<string, { kind: "P-256" | "P-384"; bits: number }> = new Map([
  [OID.p256, { kind: "P-256", bits: 256 }],
  [OID.p384, { kind: "P-384", bits: 384 }],
]);

export type KeyKind = "P-256" | "P-384" | "RSA" | "Ed25519";

/** A SubjectPublicKeyInfo in its one accepted encoding. */
export interface PublicKey {
  kind: KeyKind | "unsupported";
  bits: number;
  spki: Bytes;
  /** The bytes of the BIT STRING; the subject key identifier is made of them. */
  key: Bytes;
}

const UNCOMPRESSED = 0x04;
/** First bytes of a compressed point. */
const COMPRESSED = [0x02, 0x03];
const MIN_EXPONENT = 3;
const MAX_EXPONENT_BYTES = 4;

/** Refuses other encodings of the same key: each would count as another identity. */
export function readPublicKey(spki: Der | undefined): PublicKey {
  const [algorithm, bitString, ...more] = sequenceOf(spki);
  if (spki === undefined || more.length > 0) return malformed();
  const [name, parameters, ...others] = sequenceOf(algorithm);
  if (others.length > 0) malformed();
  const key = readBits(bitString);
  const base = { spki: spki.whole, key };
  switch (readOid(name)) {
    case OID.ecPublicKey:
      return { ...base, ...readCurve(parameters, key) };
    case OID.rsa:
      if (tagged(parameters, TAG.null).content.length > 0) malformed();
      return { ...base, kind: "RSA", bits: modulusBits(key) };
    case OID.ed25519:
      if (parameters !== undefined || key.length !== 32) malformed();
      return { ...base, kind: "Ed25519", bits: 256 };
    default:
      return { ...base, kind: "unsupported", bits: 0 };
  }
}

function readCurve(parameters: Der | undefined, key: Bytes): Pick<PublicKey, "kind" | "bits"> {
  if (parameters?.tag !== TAG.oid) return { kind: "unsupported", bits: 0 };
  const curve = CURVES.get(readOid(parameters));
  if (curve === undefined) return { kind: "unsupported", bits: 0 };
  const { bits } = curve;
  const [form = 0] = key;
  if (COMPRESSED.includes(form) && key.length === 1 + bits / 8) {
    return { kind: "unsupported", bits: 0 };
  }
  if (form !== UNCOMPRESSED || key.length !== 1 + bits / 4) malformed();
  return curve;
}

function modulusBits(key: Bytes): number {
  const [modulus, exponent, ...more] = sequenceOf(readDer(key));
  if (more.length > 0) malformed();
  const e = readUnsigned(exponent);
  const value = e.reduce((sum, byte) => sum * 256 + byte, 0);
  if (e.length > MAX_EXPONENT_BYTES || value < MIN_EXPONENT || value % 2 === 0) malformed();
  const n = readUnsigned(modulus);
  const bitsOfFirst = 32 - Math.clz32(n[0] ?? 0);
  return bitsOfFirst + 8 * (n.length - 1);
}
