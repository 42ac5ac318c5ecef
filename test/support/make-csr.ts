import { toPem } from "../../src/certificates/pem.ts";
import type { KeyKind } from "../../src/certificates/public-key.ts";
import { type Bytes, TAG } from "../../src/certificates/read-der.ts";
import { algorithmIdentifier, sign } from "../../src/certificates/signature.ts";
import * as der from "../../src/certificates/write-der.ts";

const PARAMETERS = {
  "P-256": { name: "ECDSA", namedCurve: "P-256" },
  "P-384": { name: "ECDSA", namedCurve: "P-384" },
  Ed25519: { name: "Ed25519" },
  RSA: {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: "SHA-256",
  },
};

/** The tag of a URI among the names of a certificate. */
const URI = 0x86;

export interface TestKey {
  kind: KeyKind;
  key: CryptoKey;
  spki: Bytes;
  pkcs8: Bytes;
}

export async function makeKey(kind: KeyKind = "P-256"): Promise<TestKey> {
  const made = await crypto.subtle.generateKey(PARAMETERS[kind], true, ["sign", "verify"]);
  const { privateKey, publicKey } = made as CryptoKeyPair;
  const exported = async (format: "spki" | "pkcs8", key: CryptoKey) =>
    new Uint8Array((await crypto.subtle.exportKey(format, key)) as ArrayBuffer);
  return {
    kind,
    key: privateKey,
    spki: await exported("spki", publicKey),
    pkcs8: await exported("pkcs8", privateKey),
  };
}

export function commonName(name: string): Bytes {
  return der.sequence(der.set(der.sequence(der.oid("2.5.4.3"), der.text(name))));
}

/**
 * Makes a signing request for the public half of `key`, signed by `signer`. Honest agents sign with the
 * same key.
 */
export async function makeCsr(
  key: TestKey,
  signer: TestKey = key,
  name = "agent",
): Promise<string> {
  const version = der.element(TAG.integer, Uint8Array.of(0));
  const info = der.sequence(version, commonName(name), key.spki, der.context(0));
  const { signature } = await sign(signer, info);
  const csr = der.sequence(info, algorithmIdentifier(signer.kind), der.bits(signature));
  return toPem("CERTIFICATE REQUEST", csr);
}

export interface TestCa {
  keyPem: string;
  chainPem: string;
  key: TestKey;
}

/** Makes a self-signed CA, for tests that need one inside the runtime. */
export async function makeCa(
  kind: KeyKind = "P-256",
  dates: Life = { notBefore: 0, notAfter: Date.UTC(2040, 0) },
): Promise<TestCa> {
  const key = await makeKey(kind);
  const isCa = der.sequence(der.element(TAG.boolean, Uint8Array.of(0xff)));
  const constraints = der.sequence(der.oid("2.5.29.19"), der.octets(isCa));
  const certificate = await selfSigned(key, [constraints], dates);
  return {
    key,
    keyPem: toPem("PRIVATE KEY", key.pkcs8),
    chainPem: toPem("CERTIFICATE", certificate),
  };
}

/** Makes a leaf with these names, for code that does not check who signed it. */
export async function makeLeaf(...uris: string[]): Promise<Bytes> {
  return makeLeafWith(
    anExtension("2.5.29.17", ...uris.map((uri) => der.element(URI, der.utf8(uri)))),
  );
}

export async function makeLeafWith(...extensions: Bytes[]): Promise<Bytes> {
  const dates = { notBefore: 0, notAfter: Date.UTC(2040, 0) };
  return selfSigned(await makeKey(), extensions, dates);
}

/** Makes an extension that is a list. */
export function anExtension(id: string, ...values: Bytes[]): Bytes {
  return der.sequence(der.oid(id), der.octets(der.sequence(...values)));
}

interface Life {
  notBefore: number;
  notAfter: number;
}

function selfSigned(key: TestKey, extensions: readonly Bytes[], life: Life): Promise<Bytes> {
  return certify(key, { subject: "Test CA", issuer: "Test CA", by: key, extensions, ...life });
}

interface Certified extends Partial<Life> {
  subject: string;
  issuer: string;
  /** The key that signs, whatever the name of the issuer is. */
  by: TestKey;
  extensions?: readonly Bytes[];
}

/** Makes a certificate for a key, with the names given. */
export async function certify(key: TestKey, order: Certified): Promise<Bytes> {
  const { subject, issuer, by, extensions = [] } = order;
  const { notBefore = 0, notAfter = Date.UTC(2040, 0) } = order;
  const algorithm = algorithmIdentifier(by.kind);
  const tbs = der.sequence(
    der.context(0, der.element(TAG.integer, Uint8Array.of(2))),
    der.unsigned(Uint8Array.of(7)),
    algorithm,
    commonName(issuer),
    der.sequence(der.time(notBefore), der.time(notAfter)),
    commonName(subject),
    key.spki,
    der.context(3, der.sequence(...extensions)),
  );
  const { signature } = await sign(by, tbs);
  return der.sequence(tbs, algorithm, der.bits(signature));
}
