import type { X509Certificate } from "node:crypto";
import * as x509 from "./x509.ts";
import { formsOf } from "./distinguished-name.ts";

/** `request.cf.tlsClientAuth`, with the reasons for a failure as open text, as the edge sends them. */
export type TlsClientAuth = Omit<IncomingRequestCfPropertiesTLSClientAuth, "certVerified"> & {
  certVerified: string;
};

export interface PresentedCertificate {
  leaf: X509Certificate;
  /** What the client sent beside the leaf, without the authorities that the front knows. */
  chain: readonly X509Certificate[];
  issuer: X509Certificate | undefined;
  verified: string;
}

const MAX_LEAF_LENGTH = 10_240;
const MAX_CHAIN_LENGTH = 16_384;

/** What Cloudflare's edge says if there is no certificate. */
export const NO_CERTIFICATE: IncomingRequestCfPropertiesTLSClientAuthPlaceholder = {
  certPresented: "0",
  certVerified: "NONE",
  certRevoked: "0",
  certIssuerDN: "",
  certSubjectDN: "",
  certIssuerDNRFC2253: "",
  certSubjectDNRFC2253: "",
  certIssuerDNLegacy: "",
  certSubjectDNLegacy: "",
  certSerial: "",
  certIssuerSerial: "",
  certSKI: "",
  certIssuerSKI: "",
  certFingerprintSHA1: "",
  certFingerprintSHA256: "",
  certNotBefore: "",
  certNotAfter: "",
  certRFC9440: "",
  certRFC9440TooLarge: false,
  certChainRFC9440: "",
  certChainRFC9440TooLarge: false,
};

/** Writes what Cloudflare's edge says of a certificate, valid or not. */
export function describeCertificate(presented: PresentedCertificate): TlsClientAuth {
  const { leaf, chain, issuer, verified } = presented;
  const subjectNames = formsOf(leaf.subject);
  const issuerNames = formsOf(leaf.issuer);
  const [cert, certTooLarge] = capped(byteSequence(leaf), MAX_LEAF_LENGTH);
  const [rest, restTooLarge] = capped(chain.map(byteSequence).join(", "), MAX_CHAIN_LENGTH);
  return {
    certPresented: "1",
    certVerified: verified,
    certRevoked: "0",
    certIssuerDN: issuerNames.rfc2253,
    certSubjectDN: subjectNames.rfc2253,
    certIssuerDNRFC2253: issuerNames.rfc2253,
    certSubjectDNRFC2253: subjectNames.rfc2253,
    certIssuerDNLegacy: issuerNames.legacy,
    certSubjectDNLegacy: subjectNames.legacy,
    certSerial: leaf.serialNumber,
    certIssuerSerial: issuer?.serialNumber ?? "",
    certSKI: subjectKeyOf(leaf),
    certIssuerSKI: issuer === undefined ? authorityKeyOf(leaf) : subjectKeyOf(issuer),
    certFingerprintSHA1: leaf.fingerprint.replaceAll(":", "").toLowerCase(),
    certFingerprintSHA256: leaf.fingerprint256.replaceAll(":", "").toLowerCase(),
    certNotBefore: leaf.validFrom,
    certNotAfter: leaf.validTo,
    certRFC9440: cert,
    certRFC9440TooLarge: certTooLarge,
    certChainRFC9440: rest,
    certChainRFC9440TooLarge: restTooLarge,
  };
}

function byteSequence({ raw }: X509Certificate): string {
  return `:${raw.toString("base64")}:`;
}

function capped(text: string, limit: number): [text: string, tooLarge: boolean] {
  return text.length > limit ? ["", true] : [text, false];
}

function subjectKeyOf(certificate: X509Certificate): string {
  const parsed = new x509.X509Certificate(certificate.raw);
  const extension = parsed.getExtension(x509.SubjectKeyIdentifierExtension);
  return extension?.keyId.toUpperCase() ?? "";
}

function authorityKeyOf(certificate: X509Certificate): string {
  const parsed = new x509.X509Certificate(certificate.raw);
  const extension = parsed.getExtension(x509.AuthorityKeyIdentifierExtension);
  return extension?.keyId?.toUpperCase() ?? "";
}
