import { rawSignature } from "../../platform/index.ts";
import type { CoseKey } from "./authenticator-data.ts";
import { base64urlOf } from "./check-ceremony.ts";

/**
 * Numbers of the parts of a public key in COSE (RFC 9053). -1 and -2 mean different parts by kind of
 * key.
 */
const KIND = 1;
const ALGORITHM = 3;
const CURVE = -1;
const X = -2;
const Y = -3;
const MODULUS = -1;
const EXPONENT = -2;

const EDDSA = -8;
const ES256 = -7;
const RS256 = -257;
/** The algorithms that a passkey may sign with, preferred first. */
export const ALGORITHMS = [EDDSA, ES256, RS256];

const OKP = 1;
const EC2 = 2;
const RSA = 3;
const P256 = 1;
const ED25519 = 6;
const P256_BYTES = 32;

export interface PublicKey {
  key: CryptoKey;
  algorithm: { name: string; hash?: string };
}

/** Imports a passkey's public key; throws if it is broken or of another kind than `ALGORITHMS`. */
export async function importPublicKey(cose: CoseKey): Promise<PublicKey> {
  const { jwk, algorithm } = readPublicKey(cose);
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  return { key, algorithm };
}

/** Whether the signature was made with the key. */
export async function verifySignature(
  { key, algorithm }: PublicKey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const raw = algorithm.name === "ECDSA" ? rawSignature(signature, P256_BYTES) : signature;
  return raw !== undefined && crypto.subtle.verify(algorithm, key, raw, signed);
}

function readPublicKey(key: CoseKey) {
  const text = (part: number) => textOf(key.get(part));
  const is = (kind: number, number: number) =>
    key.get(KIND) === kind && key.get(ALGORITHM) === number;
  if (is(EC2, ES256) && key.get(CURVE) === P256) {
    const jwk = { kty: "EC", crv: "P-256", x: text(X), y: text(Y) };
    return { jwk, algorithm: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } };
  }
  if (is(OKP, EDDSA) && key.get(CURVE) === ED25519) {
    return { jwk: { kty: "OKP", crv: "Ed25519", x: text(X) }, algorithm: { name: "Ed25519" } };
  }
  if (is(RSA, RS256)) {
    const jwk = { kty: "RSA", n: text(MODULUS), e: text(EXPONENT) };
    return { jwk, algorithm: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } };
  }
  throw new Error("The passkey's key is of a kind that was not asked for.");
}

function textOf(part: unknown): string {
  if (!(part instanceof Uint8Array)) throw new Error("A part of the passkey's key is missing.");
  return base64urlOf(part);
}
