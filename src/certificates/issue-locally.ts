import type { Refusal } from "../http/index.ts";
import { DAY_MS, HOUR_MS, livePlatform, seldom } from "../platform/index.ts";
import { type CaChain, chainPem } from "./authority.ts";
import { type Authority, buildCertificate } from "./build-certificate.ts";
import type { Doubt } from "./doubt-setting.ts";
import {
  BACKDATE_MS,
  describeIssued,
  type IssuedCertificate,
  type IssueOrder,
  type Issuer,
  refuseIssuing,
} from "./issuer.ts";
import { orderChain } from "./order-chain.ts";
import { type Certificate, readCertificate } from "./read-certificate.ts";

export interface LocalCa {
  authority: () => Promise<Authority>;
  chain: CaChain;
  trustDomain: string;
  doubt?: Doubt;
}

/** Issues by our own intermediate CA, whose key is a secret of the Worker. */
export function localIssuer({ authority, chain, trustDomain, doubt }: LocalCa): Issuer {
  const [ca] = chain.certificates;
  // Near the CA's end every certificate would log this, and after it every refusal.
  const [ending, ended] = [seldom(HOUR_MS), seldom()];
  const issue = async (order: IssueOrder): Promise<IssuedCertificate | Refusal> => {
    const notBefore = Math.floor((order.now - BACKDATE_MS) / 1000) * 1000;
    const wanted = notBefore + BACKDATE_MS + order.ttlDays * DAY_MS;
    const notAfter = Math.min(wanted, ca.notAfter);
    if (order.now >= ca.notAfter || order.now < ca.notBefore) {
      const line = { level: "error", event: "issuer_out_of_dates", ...datesOf(ca) } as const;
      if (ended(order.now)) livePlatform.log(line);
      return refuseIssuing("issuer_unavailable", "The certificate authority is out of its dates.");
    }
    const mistaken = await doubt?.(order.now);
    if (mistaken !== undefined) return mistaken;
    // No certificate outlives the CA's, so operators must know in time that it ends.
    if (ca.notAfter < wanted && ending(order.now)) {
      livePlatform.log({ level: "warn", event: "issuer_ends_soon", ...datesOf(ca) });
    }
    const { publicKey } = order.csr;
    const leaf = { ...order, trustDomain, publicKey, notBefore, notAfter };
    const certificate = readCertificate(await buildCertificate(await authority(), leaf));
    if (certificate === undefined) throw new Error("a certificate of our own cannot be read back");
    // The setting's chain may also have an earlier CA, for agents that have not renewed since.
    const above = await orderChain(certificate, chain.certificates);
    return describeIssued(certificate, chainPem(above), null);
  };
  return { kind: "local", namesAgent: true, issue, revoke: () => Promise.resolve(true) };
}

function datesOf({ notBefore, notAfter }: Certificate) {
  return { from: new Date(notBefore).toISOString(), until: new Date(notAfter).toISOString() };
}
