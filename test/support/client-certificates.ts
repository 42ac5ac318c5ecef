import { X509Certificate } from "node:crypto";
import {
  authority,
  issueCertificate,
  privateKeyPem,
  type Signer,
} from "../../scripts/dev/issue-certificate.ts";
import * as x509 from "../../scripts/dev/x509.ts";
import { DAY_MS } from "../../src/platform/spans.ts";

const LIFETIME_DAYS = 30;

export interface ClientCertificate {
  key: string;
  cert: string;
  leaf: X509Certificate;
}

export interface ClientOrder {
  subject?: string;
  /** The first day of validity, in days from now; 30 days later the certificate ends. */
  validFrom?: number;
  usage?: x509.ExtendedKeyUsage;
  /** How many long alternative names it has. */
  names?: number;
}

export interface Authority {
  issuing: Signer;
  /** The issuing certificate first, then the root, as in `AGENT_CA_CHAIN`. */
  chain: string;
}

export async function makeAuthority(name: string): Promise<Authority> {
  const days = 3_650;
  const root = await issueCertificate({
    subject: `C=ES, O=${name}, CN=${name} Root`,
    days,
    extensions: authority(1),
  });
  const issuing = await issueCertificate({
    subject: `C=ES, O=${name}, CN=${name} Issuing`,
    signer: root,
    days,
    extensions: authority(0),
  });
  return { issuing, chain: pemOf(issuing) + pemOf(root) };
}

export async function issueClient(
  signer: Signer | undefined,
  order: ClientOrder = {},
): Promise<ClientCertificate> {
  const { subject = "CN=agent", validFrom = -1, names = 0 } = order;
  const { usage = x509.ExtendedKeyUsage.clientAuth } = order;
  const alternatives = Array.from({ length: names }, (_, index) => ({
    type: "dns" as const,
    value: `${index}.${"a".repeat(60)}.${"b".repeat(60)}.test`,
  }));
  const made = await issueCertificate({
    subject,
    ...(signer === undefined ? {} : { signer }),
    notBefore: new Date(Date.now() + validFrom * DAY_MS),
    days: LIFETIME_DAYS,
    extensions: [
      new x509.ExtendedKeyUsageExtension([usage]),
      new x509.SubjectAlternativeNameExtension([
        { type: "url", value: "spiffe://rampart.test/tenant/demo/agent/1" },
        ...alternatives,
      ]),
    ],
  });
  const cert = pemOf(made);
  return { key: await privateKeyPem(made.keys), cert, leaf: new X509Certificate(cert) };
}

function pemOf({ certificate }: Signer): string {
  return `${certificate.toString("pem")}\n`;
}
