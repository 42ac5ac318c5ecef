import { refuse, type Refusal } from "../http/index.ts";
import type { CaChain } from "./authority.ts";
import { type Authority, buildCertificate } from "./build-certificate.ts";
import {
  BACKDATE_MS,
  DAY_MS,
  describeIssued,
  type IssuedCertificate,
  type IssueOrder,
  type Issuer,
  ISSUER_RETRY_SECONDS,
} from "./issuer.ts";
import { readCertificate } from "./read-certificate.ts";

interface LocalCa {
  authority: () => Promise<Authority>;
  chain: CaChain;
  trustDomain: string;
}

/** Our own intermediate, whose key is a secret of the Worker. */
export function localIssuer({ authority, chain, trustDomain }: LocalCa): Issuer {
  const [ca] = chain.certificates;
  const issue = async (order: IssueOrder): Promise<IssuedCertificate | Refusal> => {
    const notBefore = Math.floor((order.now - BACKDATE_MS) / 1000) * 1000;
    const notAfter = Math.min(notBefore + BACKDATE_MS + order.ttlDays * DAY_MS, ca.notAfter);
    if (order.now >= ca.notAfter || order.now < ca.notBefore) {
      return refuse(503, "issuer_unavailable", "The certificate authority is out of its dates.", {
        retryAfterSeconds: ISSUER_RETRY_SECONDS,
        retryable: true,
        action: "retry_later",
      });
    }
    const { publicKey } = order.csr;
    const leaf = { ...order, trustDomain, publicKey, notBefore, notAfter };
    const certificate = readCertificate(await buildCertificate(await authority(), leaf));
    if (certificate === undefined) throw new Error("a certificate of our own cannot be read back");
    return describeIssued(certificate, chain.pem, null);
  };
  return { kind: "local", namesAgent: true, issue, revoke: () => Promise.resolve(true) };
}
