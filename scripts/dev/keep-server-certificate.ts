import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../src/platform/spans.ts";
import * as x509 from "./x509.ts";
import { authority, issueCertificate, privateKeyPem } from "./issue-certificate.ts";

export const SERVER_CA = "server-ca.pem";
const CERTIFICATE = "server.pem";
const KEY = "server-key.pem";

const CA_DAYS = 398;
/** The longest life of a server certificate that browsers accept. */
const SERVER_DAYS = 397;
const RENEW_BEFORE_MS = 30 * DAY_MS;

export interface ServerCertificate {
  key: string;
  cert: string;
}

/**
 * Keeps the certificate of https://localhost, or makes one. Its authority signs only this and its key
 * is thrown away, so that nobody can sign anything else that a user who trusts `server-ca.pem` would
 * trust.
 */
export async function keepServerCertificate(directory: string): Promise<ServerCertificate> {
  const kept = readKept(directory);
  if (kept !== null) return kept;
  const ca = await issueCertificate({
    subject: "CN=Rampart Local Server CA, O=Rampart",
    days: CA_DAYS,
    extensions: authority(0),
  });
  const server = await issueCertificate({
    subject: "CN=localhost",
    signer: ca,
    days: SERVER_DAYS,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: "dns", value: "localhost" },
        { type: "ip", value: "127.0.0.1" },
        { type: "ip", value: "::1" },
      ]),
    ],
  });
  const key = await privateKeyPem(server.keys);
  const cert = server.certificate.toString("pem");
  writeFileSync(join(directory, KEY), key, { mode: 0o600 });
  writeFileSync(join(directory, CERTIFICATE), cert);
  writeFileSync(join(directory, SERVER_CA), ca.certificate.toString("pem"));
  return { key, cert };
}

function readKept(directory: string): ServerCertificate | null {
  const [cert, key, ca] = [CERTIFICATE, KEY, SERVER_CA].map((name) => join(directory, name));
  if (cert === undefined || key === undefined || ca === undefined) return null;
  if (![cert, key, ca].every((file) => existsSync(file))) return null;
  try {
    const certificate = new X509Certificate(readFileSync(cert));
    const signedByCa = certificate.checkIssued(new X509Certificate(readFileSync(ca)));
    // A start that was cut off may have written one of the two.
    const fits = certificate.checkPrivateKey(createPrivateKey(readFileSync(key)));
    const fresh = Date.parse(certificate.validTo) - Date.now() > RENEW_BEFORE_MS;
    if (!signedByCa || !fits || !fresh) return null;
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } catch {
    // Broken files are made anew, as missing ones are.
    return null;
  }
}
