import { toHex } from "./pem.ts";
import type { Certificate } from "./read-certificate.ts";
import { isKnownAlgorithm } from "./signature.ts";
import { findSigner } from "./verify-chain.ts";

const MAX_CHAIN = 8;

/** The chain above a certificate, issuing CA first, as far as the given certificates have it. */
export async function orderChain(
  leaf: Certificate,
  others: readonly Certificate[],
): Promise<Certificate[]> {
  const chain: Certificate[] = [];
  let below = leaf;
  while (chain.length < MAX_CHAIN) {
    const above = (await findSigner(below, others)) ?? presumedSigner(below, others);
    if (above === undefined || above === below || chain.includes(above)) return chain;
    chain.push(above);
    below = above;
  }
  return chain;
}

/** The issuer by its name, for signatures of a kind that we cannot check. */
function presumedSigner({ issuer, signed }: Certificate, others: readonly Certificate[]) {
  const isChecked = isKnownAlgorithm(signed.algorithm);
  return others.find(
    ({ subject, publicKey }) =>
      toHex(subject) === toHex(issuer) && !(isChecked && publicKey.kind !== "unsupported"),
  );
}
