import { DAY_MS, HOUR_MS } from "../../src/platform/spans.ts";
import * as x509 from "./x509.ts";

const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const SERIAL_BYTES = 16;
/** For clients whose clock is a little late. */
const BACKDATED_MS = HOUR_MS;

export interface Signer {
  subject: string;
  keys: CryptoKeyPair;
  certificate: x509.X509Certificate;
}

interface CertificateOrder {
  subject: string;
  /** If absent, the certificate is signed by itself. */
  signer?: Signer;
  notBefore?: Date;
  days: number;
  extensions: x509.Extension[];
}

async function generateKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ECDSA, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;
}

/** Makes a key pair and its certificate. */
export async function issueCertificate(order: CertificateOrder): Promise<Signer> {
  const { subject, signer, days, extensions } = order;
  const { notBefore = new Date(Date.now() - BACKDATED_MS) } = order;
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject,
    issuer: signer?.subject ?? subject,
    notBefore,
    notAfter: new Date(notBefore.getTime() + days * DAY_MS),
    publicKey: keys.publicKey,
    signingKey: (signer?.keys ?? keys).privateKey,
    signingAlgorithm: ECDSA,
    extensions: [
      ...extensions,
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create((signer?.keys ?? keys).publicKey),
    ],
  });
  return { subject, keys, certificate };
}

/**
 * The extensions of an authority; `depth` is how many more may stand between it and a certificate in
 * use.
 */
export function authority(depth: number): x509.Extension[] {
  const usage = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;
  return [
    new x509.BasicConstraintsExtension(true, depth, true),
    new x509.KeyUsagesExtension(usage, true),
  ];
}

export async function privateKeyPem(keys: CryptoKeyPair): Promise<string> {
  const der = (await crypto.subtle.exportKey("pkcs8", keys.privateKey)) as ArrayBuffer;
  return x509.PemConverter.encode(der, "PRIVATE KEY");
}

function serialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SERIAL_BYTES));
  // Positive and of full length.
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString("hex");
}
