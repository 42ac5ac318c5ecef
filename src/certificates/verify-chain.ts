import type { CaChain } from "./authority.ts";
import { toHex } from "./pem.ts";
import type { Certificate } from "./read-certificate.ts";
import { verifySignature } from "./signature.ts";

/** Whether one of our own CA certificates signed this leaf. */
export async function isSignedByChain(leaf: Certificate, chain: CaChain): Promise<boolean> {
  const issuer = toHex(leaf.issuer);
  for (const ca of chain.certificates) {
    if (toHex(ca.subject) !== issuer) continue;
    if (await verifySignature(ca.publicKey, leaf.signed)) return true;
  }
  return false;
}
