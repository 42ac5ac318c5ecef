import type { CaChain } from "./authority.ts";
import { toHex } from "./pem.ts";
import type { Certificate } from "./read-certificate.ts";
import { verifySignature } from "./signature.ts";

/** Whether one of our own CA certificates signed this leaf. */
export async function isSignedByChain(leaf: Certificate, chain: CaChain): Promise<boolean> {
  return (await findSigner(leaf, chain.certificates)) !== undefined;
}

/** The certificate that signed this one. The name is not enough: a CA with a new key keeps its name. */
export async function findSigner(
  { issuer, signed }: Certificate,
  among: readonly Certificate[],
): Promise<Certificate | undefined> {
  const name = toHex(issuer);
  for (const ca of among) {
    if (toHex(ca.subject) === name && (await verifySignature(ca.publicKey, signed))) return ca;
  }
  return undefined;
}
