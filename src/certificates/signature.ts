import { rawSignature } from "../platform/index.ts";
import { type Bytes, type Der, sequenceOf, TAG } from "./read-der.ts";
import { readOid } from "./read-values.ts";
import type { KeyKind, PublicKey } from "./public-key.ts";
import { element, oid, sequence, unsigned } from "./write-der.ts";

type Hash = "SHA-256" | "SHA-384" | "SHA-512";
type Family = "EC" | "RSA" | "Ed25519";

const ALGORITHMS: Record<string, { family: Family; hash: Hash }> = {
  "1.2.840.10045.4.3.2": { family: "EC", hash: "SHA-256" },
  "1.2.840.10045.4.3.3": { family: "EC", hash: "SHA-384" },
  "1.2.840.10045.4.3.4": { family: "EC", hash: "SHA-512" },
  "1.2.840.113549.1.1.11": { family: "RSA", hash: "SHA-256" },
  "1.2.840.113549.1.1.12": { family: "RSA", hash: "SHA-384" },
  "1.2.840.113549.1.1.13": { family: "RSA", hash: "SHA-512" },
  "1.3.101.112": { family: "Ed25519", hash: "SHA-512" },
};

const OWN_ALGORITHM: Record<KeyKind, string> = {
  "P-256": "1.2.840.10045.4.3.2",
  "P-384": "1.2.840.10045.4.3.3",
  RSA: "1.2.840.113549.1.1.11",
  Ed25519: "1.3.101.112",
};

const COORDINATE_BYTES = { "P-256": 32, "P-384": 48 } as const;

/** The signed bytes, the algorithm that the signer names, and the signature, as X.509 has them. */
export interface Signed {
  data: Bytes;
  algorithm: string;
  signature: Bytes;
}

export function readAlgorithm(der: Der | undefined): string {
  return readOid(sequenceOf(der)[0]);
}

export function isKnownAlgorithm(algorithm: string): boolean {
  return algorithm in ALGORITHMS;
}

/** False for everything that is wrong, also for another kind of key, a bad encoding or a bad point. */
export async function verifySignature(signer: PublicKey, signed: Signed): Promise<boolean> {
  const { kind } = signer;
  const algorithm = ALGORITHMS[signed.algorithm];
  if (kind === "unsupported" || algorithm?.family !== familyOf(kind)) return false;
  const signature =
    kind === "P-256" || kind === "P-384"
      ? rawSignature(signed.signature, COORDINATE_BYTES[kind])
      : signed.signature;
  if (signature === undefined) return false;
  try {
    const parameters = keyParameters(kind, algorithm.hash);
    const key = await crypto.subtle.importKey("spki", signer.spki, parameters, false, ["verify"]);
    return await crypto.subtle.verify(parameters, key, signature, signed.data);
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return false;
    throw error;
  }
}

export interface SigningKey {
  kind: KeyKind;
  key: CryptoKey;
}

/** The key can sign and cannot be exported again. */
export async function importSigningKey(kind: KeyKind, pkcs8: Bytes): Promise<SigningKey> {
  const parameters = keyParameters(kind, hashOf(kind));
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, parameters, false, ["sign"]);
  return { kind, key };
}

export async function sign({ kind, key }: SigningKey, data: Bytes): Promise<Signed> {
  const algorithm = OWN_ALGORITHM[kind];
  const raw = new Uint8Array(
    await crypto.subtle.sign(keyParameters(kind, hashOf(kind)), key, data),
  );
  const signature = kind === "P-256" || kind === "P-384" ? toDerSignature(raw) : raw;
  return { data, algorithm, signature };
}

/** The AlgorithmIdentifier that `sign` uses with this kind of key. */
export function algorithmIdentifier(kind: KeyKind): Bytes {
  const name = oid(OWN_ALGORITHM[kind]);
  return kind === "RSA" ? sequence(name, element(TAG.null)) : sequence(name);
}

function familyOf(kind: KeyKind): Family {
  return kind === "RSA" || kind === "Ed25519" ? kind : "EC";
}

function hashOf(kind: KeyKind): Hash {
  return ALGORITHMS[OWN_ALGORITHM[kind]]?.hash ?? "SHA-256";
}

function keyParameters(kind: KeyKind, hash: Hash) {
  if (kind === "RSA") return { name: "RSASSA-PKCS1-v1_5", hash };
  if (kind === "Ed25519") return { name: "Ed25519" };
  return { name: "ECDSA", namedCurve: kind, hash };
}

/** WebCrypto gives both numbers side by side; X.509 has a SEQUENCE of two INTEGERs. */
function toDerSignature(raw: Bytes): Bytes {
  const half = raw.length / 2;
  return sequence(unsigned(raw.subarray(0, half)), unsigned(raw.subarray(half)));
}
