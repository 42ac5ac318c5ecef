import { refuse, type Refusal } from "../http/index.ts";
import { fromPem, sha256Hex } from "./pem.ts";
import { type PublicKey, readPublicKey } from "./public-key.ts";
import { attempt, type Bytes, malformed, readDer, sequenceOf } from "./read-der.ts";
import { readBits, readUnsigned } from "./read-values.ts";
import { isKnownAlgorithm, readAlgorithm, type Signed, verifySignature } from "./signature.ts";

export const MAX_CSR_CHARACTERS = 16_384;
const MIN_RSA_BITS = 2048;
/** To verify with a larger key costs too much. */
const MAX_RSA_BITS = 8192;

const LABELS = ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"];
/** The beginning of a private key of any kind. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;

export interface Csr {
  der: Bytes;
  publicKey: PublicKey;
  /** SHA-256 of the public key: stays the same when a certificate is issued again for the same key. */
  keyFingerprint: string;
}

/**
 * Reads a signing request and checks that the agent holds its key. Only the key is used: subject, names
 * and extensions are ignored, because an agent does not choose its own name.
 */
export async function readCsr(pem: string): Promise<Csr | Refusal> {
  if (pem.length > MAX_CSR_CHARACTERS) {
    return refuseCsr("csr_too_large", `csr_pem may have ${MAX_CSR_CHARACTERS} characters.`);
  }
  if (PRIVATE_KEY.test(pem)) {
    const message = "csr_pem holds a private key: make a new one, and keep it to yourself.";
    return refuseCsr("csr_private_key", message);
  }
  const [der, ...more] = fromPem(pem, LABELS) ?? [];
  const request = der === undefined ? undefined : attempt(() => readRequest(der));
  if (der === undefined || more.length > 0 || request === undefined) {
    return refuseCsr("csr_malformed", "csr_pem is not one PEM certificate signing request.");
  }
  const { publicKey, signed } = request;
  const unfit = refuseKey(publicKey) ?? refuseAlgorithm(signed);
  if (unfit !== undefined) return unfit;
  if (!(await verifySignature(publicKey, signed))) {
    return refuseCsr("csr_signature_invalid", "The request is not signed by its own key.");
  }
  return { der, publicKey, keyFingerprint: await sha256Hex(publicKey.spki) };
}

function readRequest(der: Bytes): { publicKey: PublicKey; signed: Signed } {
  const [info, algorithm, signature, ...more] = sequenceOf(readDer(der));
  if (info === undefined || more.length > 0) return malformed();
  const [version, subject, spki] = sequenceOf(info);
  readUnsigned(version);
  sequenceOf(subject);
  const signed = {
    data: info.whole,
    algorithm: readAlgorithm(algorithm),
    signature: readBits(signature),
  };
  return { publicKey: readPublicKey(spki), signed };
}

function refuseKey({ kind, bits }: PublicKey): Refusal | undefined {
  if (kind === "unsupported") {
    const message =
      "The key must be ECDSA P-256 or P-384 with an uncompressed point, RSA from 2048 bits on, or Ed25519.";
    return refuseCsr("csr_key_unsupported", message);
  }
  if (kind === "RSA" && (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS)) {
    const message = `An RSA key must have ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits.`;
    return refuseCsr("csr_key_size", message);
  }
  return undefined;
}

function refuseAlgorithm({ algorithm }: Signed): Refusal | undefined {
  if (isKnownAlgorithm(algorithm)) return undefined;
  const message = "The request must be signed with SHA-256, SHA-384, SHA-512 or Ed25519.";
  return refuseCsr("csr_signature_unsupported", message);
}

function refuseCsr(error: string, message: string): Refusal {
  return refuse(400, error, message, { details: [{ path: "csr_pem", message }] });
}
