import { refuse, type Refusal } from "../http/index.ts";
import { remember, type PresentedCertificate } from "../platform/index.ts";
import { type AgentIdentity, readAgentUri } from "./agent-uri.ts";
import type { CaChain } from "./authority.ts";
import { CLIENT_AUTH } from "./build-certificate.ts";
import type { Doubt } from "./doubt-setting.ts";
import { fromBase64, sha256Hex } from "./pem.ts";
import { readCertificate } from "./read-certificate.ts";
import { isSignedByChain } from "./verify-chain.ts";

/**
 * Who checks that a certificate comes from the right CA: Cloudflare's edge, the Worker, or nobody if the
 * settings cannot be read.
 */
export type Trust =
  | { by: "edge"; own?: OwnCa }
  | { by: "worker"; chain: CaChain; doubt?: Doubt }
  | { by: "nobody"; refuseAt: (now: number) => Refusal };
/**
 * The CA that signs here. An agent with its certificate is ours, even if the edge does not know the
 * CA.
 */
interface OwnCa {
  chain: CaChain;
  refuseAt: (now: number) => Refusal;
}
type Judge = Exclude<Trust, { by: "nobody" }>;

export interface IdentifiedCertificate {
  fingerprint: string;
  /** Undefined if the issuer does not write our names into its certificates. */
  identity: AgentIdentity | undefined;
  notBefore: number;
  notAfter: number;
  expired: boolean;
  /** Whether the edge says that it is revoked. */
  revoked: boolean;
}

const VERIFIED = "SUCCESS";
const EXPIRED = "FAILED:certificate has expired";

interface IdentifyOptions {
  trust: Trust;
  trustDomain: string;
  now: number;
}

/**
 * Reads a certificate, before its agent's object is asked. An expired one is not refused here, because
 * it may still be used to get a new one. Nor is a revoked one: the object must know that it is in use.
 */
export async function identifyCertificate(
  presented: PresentedCertificate,
  { trust, trustDomain, now }: IdentifyOptions,
): Promise<IdentifiedCertificate | Refusal> {
  if (trust.by === "nobody") return trust.refuseAt(now);
  const known = await recallLeaf(presented.leaf, trust);
  if (known === undefined) return refuseUntrusted();
  const expired = now > known.notAfter;
  if (now < known.notBefore) return refuseUntrusted();
  if (trust.by === "edge") {
    const expiredAtEdge = presented.verified === EXPIRED && expired;
    if (presented.verified !== VERIFIED && !expiredAtEdge) {
      return refuseByEdge(presented.leaf, trust.own, now);
    }
  } else if (!known.ours) return (await trust.doubt?.(now)) ?? refuseUntrusted();
  if (!known.forClients) return refuseUntrusted();
  const [uri = "", ...more] = known.uris;
  const identity = more.length > 0 ? undefined : readAgentUri(trustDomain, uri);
  const { fingerprint, notBefore, notAfter } = known;
  return { fingerprint, identity, notBefore, notAfter, expired, revoked: presented.revoked };
}

/**
 * If the edge does not know a certificate of our own CA, the CA was probably taken from the zone by
 * mistake: agents must come back later, and not enrol again.
 */
async function refuseByEdge(leaf: string, own: OwnCa | undefined, now: number): Promise<Refusal> {
  if (own === undefined) return refuseUntrusted();
  const known = await recallLeaf(leaf, { by: "worker", chain: own.chain });
  return known?.ours === true ? own.refuseAt(now) : refuseUntrusted();
}

interface Leaf {
  fingerprint: string;
  notBefore: number;
  notAfter: number;
  uris: string[];
  forClients: boolean;
  ours: boolean;
}

const MAX_REMEMBERED = 2_000;
const NO_CHAIN = {};
const remembered = new WeakMap<object, Map<string, Leaf | undefined>>();

/**
 * Reads a certificate once in each isolate: its content and its signer never change. Its dates are
 * checked each time, and the agent's object decides whether it counts.
 */
async function recallLeaf(base64: string, trust: Judge): Promise<Leaf | undefined> {
  const under = trust.by === "edge" ? NO_CHAIN : trust.chain;
  const leaves = remembered.get(under) ?? new Map<string, Leaf | undefined>();
  remembered.set(under, leaves);
  if (leaves.has(base64)) return leaves.get(base64);
  const leaf = await readLeaf(base64, trust);
  remember(leaves, base64, leaf, MAX_REMEMBERED);
  return leaf;
}

async function readLeaf(base64: string, trust: Judge): Promise<Leaf | undefined> {
  const der = fromBase64(base64);
  const certificate = der === undefined ? undefined : readCertificate(der);
  if (certificate === undefined) return undefined;
  const { notBefore, notAfter, uris, usages, isCa } = certificate;
  return {
    fingerprint: await sha256Hex(certificate.der),
    notBefore,
    notAfter,
    uris,
    forClients: !isCa && (usages === undefined || usages.includes(CLIENT_AUTH)),
    ours: trust.by === "worker" && (await isSignedByChain(certificate, trust.chain)),
  };
}

function refuseUntrusted(): Refusal {
  const message = "The client certificate is not one that counts here.";
  return refuse(401, "certificate_untrusted", message, { retryable: false, action: "re_enroll" });
}
