import { agentUri, type AgentIdentity } from "./agent-uri.ts";
import type { PublicKey } from "./public-key.ts";
import { EXTENSION, URI_NAME, type Certificate } from "./read-certificate.ts";
import { type Bytes, TAG } from "./read-der.ts";
import { algorithmIdentifier, sign, type SigningKey } from "./signature.ts";
import * as der from "./write-der.ts";

export const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
const COMMON_NAME = "2.5.4.3";
const ORGANISATION = "2.5.4.10";
/** Random, so that nobody can foresee what will be signed. */
const RANDOM_SERIAL_BYTES = 16;
const VERSION_3 = Uint8Array.of(2);
/** keyUsage with the single bit digitalSignature set, seven bits unused. */
const DIGITAL_SIGNATURE = Uint8Array.of(7, 0x80);
const TRUE = Uint8Array.of(0xff);
const KEY_IDENTIFIER = 0x80;
/** 160 bits of SHA-256. */
const KEY_IDENTIFIER_BYTES = 20;

export interface LeafOrder extends AgentIdentity {
  trustDomain: string;
  publicKey: PublicKey;
  notBefore: number;
  notAfter: number;
}

export interface Authority {
  certificate: Certificate;
  key: SigningKey;
}

/** A client certificate for one agent. Only its public key comes from the agent. */
export async function buildCertificate(by: Authority, order: LeafOrder): Promise<Bytes> {
  const algorithm = algorithmIdentifier(by.key.kind);
  const tbs = der.sequence(
    der.context(0, der.element(TAG.integer, VERSION_3)),
    der.unsigned(newSerial()),
    algorithm,
    by.certificate.subject,
    der.sequence(der.time(order.notBefore), der.time(order.notAfter)),
    der.sequence(name(ORGANISATION, order.tenantId), name(COMMON_NAME, order.agentId)),
    order.publicKey.spki,
    der.context(3, der.sequence(...(await extensions(by.certificate, order)))),
  );
  const { signature } = await sign(by.key, tbs);
  return der.sequence(tbs, algorithm, der.bits(signature));
}

/** A leading 1 before the random bytes keeps the number positive and its length constant. */
function newSerial(): Bytes {
  return Uint8Array.of(1, ...crypto.getRandomValues(new Uint8Array(RANDOM_SERIAL_BYTES)));
}

async function extensions(issuer: Certificate, order: LeafOrder): Promise<Bytes[]> {
  const keyId = await keyIdentifier(order.publicKey.key);
  const issuerKeyId = issuer.subjectKeyId ?? (await keyIdentifier(issuer.publicKey.key));
  const uri = der.utf8(agentUri(order.trustDomain, order));
  return [
    critical(EXTENSION.basicConstraints, der.sequence()),
    critical(EXTENSION.keyUsage, der.element(TAG.bitString, DIGITAL_SIGNATURE)),
    extension(EXTENSION.extendedKeyUsage, der.sequence(der.oid(CLIENT_AUTH))),
    extension(EXTENSION.subjectKeyId, der.octets(keyId)),
    extension(EXTENSION.authorityKeyId, der.sequence(der.element(KEY_IDENTIFIER, issuerKeyId))),
    extension(EXTENSION.subjectAltName, der.sequence(der.element(URI_NAME, uri))),
  ];
}

function extension(id: string, value: Bytes): Bytes {
  return der.sequence(der.oid(id), der.octets(value));
}

function critical(id: string, value: Bytes): Bytes {
  return der.sequence(der.oid(id), der.element(TAG.boolean, TRUE), der.octets(value));
}

function name(id: string, value: string): Bytes {
  return der.set(der.sequence(der.oid(id), der.text(value)));
}

/** RFC 7093, method 1. */
async function keyIdentifier(key: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", key)).subarray(
    0,
    KEY_IDENTIFIER_BYTES,
  );
}
