import { toHex } from "./pem.ts";
import type { Certificate } from "./read-certificate.ts";

const MAX_CHAIN = 8;

/** The certificates above this one, issuing first, as far as the given ones reach. */
export function orderChain(leaf: Certificate, others: Certificate[]): Certificate[] {
  const bySubject = new Map(others.map((each) => [toHex(each.subject), each]));
  const chain: Certificate[] = [];
  let below = leaf;
  while (chain.length < MAX_CHAIN) {
    const above = bySubject.get(toHex(below.issuer));
    if (above === undefined || above === below || chain.includes(above)) return chain;
    chain.push(above);
    below = above;
  }
  return chain;
}
