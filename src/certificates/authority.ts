import type { Authority } from "./build-certificate.ts";
import { fromPem, toPem } from "./pem.ts";
import { type Certificate, readCertificates } from "./read-certificate.ts";
import { importSigningKey, sign, verifySignature } from "./signature.ts";

/** The CA certificates that the Worker holds, issuing one first. */
export interface CaChain {
  certificates: [Certificate, ...Certificate[]];
  pem: string;
}

/** Throws on a wrong setting: with half a chain nothing may be issued or trusted. */
export function readChain(pem: string): CaChain {
  const [issuing, ...rest] = readCertificates(pem) ?? [];
  if (issuing === undefined || ![issuing, ...rest].every(({ isCa }) => isCa)) {
    throw new Error("AGENT_CA_CHAIN must be PEM CA certificates, issuing one first");
  }
  const certificates: CaChain["certificates"] = [issuing, ...rest];
  return { certificates, pem: chainPem(certificates) };
}

export function chainPem(certificates: readonly Certificate[]): string {
  return certificates.map(({ der }) => toPem("CERTIFICATE", der)).join("");
}

/** Imports the CA key, and checks that it belongs to the chain's first certificate. */
export async function openAuthority(keyPem: string, chain: CaChain): Promise<Authority> {
  const [certificate] = chain.certificates;
  const [pkcs8] = fromPem(keyPem, ["PRIVATE KEY"]) ?? [];
  const { kind } = certificate.publicKey;
  if (pkcs8 === undefined || kind === "unsupported") {
    throw new Error("AGENT_CA_KEY must be a PKCS#8 PEM key of a supported kind");
  }
  const key = await importSigningKey(kind, pkcs8);
  const probe = await sign(key, crypto.getRandomValues(new Uint8Array(32)));
  if (!(await verifySignature(certificate.publicKey, probe))) {
    throw new Error("AGENT_CA_KEY does not belong to the first certificate of AGENT_CA_CHAIN");
  }
  return { certificate, key };
}
