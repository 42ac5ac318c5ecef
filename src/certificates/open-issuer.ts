import { once } from "../platform/index.ts";
import { type CaChain, openAuthority, readChain } from "./authority.ts";
import { closedIssuer, doubtSetting, misconfigured } from "./doubt-setting.ts";
import type { Trust } from "./identify-certificate.ts";
import { cloudflareIssuer } from "./issue-by-cloudflare.ts";
import { estIssuer } from "./issue-by-est.ts";
import { type LocalCa, localIssuer } from "./issue-locally.ts";
import type { Issuer } from "./issuer.ts";
import { lookAtLocal, type LookAtAuthority } from "./look-at-authority.ts";
import { withstandOutage } from "./withstand-outage.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** "local", "cloudflare" or "est". */
      AGENT_ISSUER: string;
      AGENT_TRUST_DOMAIN: string;
      /** "worker" checks signatures itself; "edge" relies on a CA that the zone was given. */
      AGENT_TRUST: string;
      AGENT_CA_KEY: string;
      AGENT_CA_CHAIN: string;
      CLOUDFLARE_ZONE_ID?: string;
      CLOUDFLARE_API_TOKEN?: string;
      EST_URL?: string;
      /** The mTLS binding by which the company CA knows us. */
      EST_CA?: Fetcher;
    }
  }
}

export interface CertificatesConfig {
  issuer: Issuer;
  trust: Trust;
  trustDomain: string;
  /** What operators have to mend: our own CA, or settings that cannot be read. */
  look: LookAtAuthority;
}

interface Opened {
  settings: string;
  config: CertificatesConfig;
}

let opened: Opened | undefined;

/** Opened once in each isolate, and again when a setting changes. */
export function certificatesOf(env: Cloudflare.Env): CertificatesConfig {
  const { AGENT_ISSUER, AGENT_TRUST, AGENT_CA_KEY, AGENT_CA_CHAIN } = env;
  const settings = `${AGENT_ISSUER} ${AGENT_TRUST} ${AGENT_CA_KEY} ${AGENT_CA_CHAIN}`;
  if (opened?.settings !== settings) opened = { settings, config: open(env) };
  return opened.config;
}

/** If settings cannot be read, agents are told to come back later: it is no fault of theirs. */
function open(env: Cloudflare.Env): CertificatesConfig {
  const { AGENT_TRUST_DOMAIN: trustDomain } = env;
  const isEdge = env.AGENT_TRUST === "edge";
  const isLocal = env.AGENT_ISSUER === "local";
  try {
    const { authority, chain } = openCa(env);
    const local = isLocal ? { doubt: doubtSetting(authority) } : {};
    const issuer = openIssuer(env, { authority, chain, ...local });
    const look = isLocal ? lookAtLocal({ authority, chain }) : () => Promise.resolve(undefined);
    const edge: Trust = isLocal ? { by: "edge", own: ownCa(chain) } : { by: "edge" };
    return { issuer, trust: isEdge ? edge : { by: "worker", chain, ...local }, trustDomain, look };
  } catch (error) {
    const refuseFor = misconfigured();
    const refuseAt = (now: number) => refuseFor(error, now);
    const trust: Trust = isEdge ? { by: "edge" } : { by: "nobody", refuseAt };
    const look: LookAtAuthority = () => Promise.resolve({ kind: "authorityWrong", count: 1 });
    return { issuer: closedIssuer(refuseAt), trust, trustDomain, look };
  }
}

function openCa(env: Cloudflare.Env): Pick<LocalCa, "authority" | "chain"> {
  const chain = readChain(env.AGENT_CA_CHAIN);
  return { chain, authority: once(() => openAuthority(env.AGENT_CA_KEY, chain)) };
}

/** Only the CA that signs now: an earlier one may have been taken from the zone on purpose. */
function ownCa({ certificates: [issuing], pem }: CaChain) {
  const refuseFor = misconfigured();
  const why = "the edge does not know the first certificate of AGENT_CA_CHAIN";
  const refuseAt = (now: number) => refuseFor(new Error(why), now);
  return { chain: { certificates: [issuing], pem } satisfies CaChain, refuseAt };
}

function openIssuer(env: Cloudflare.Env, ca: Omit<LocalCa, "trustDomain">): Issuer {
  switch (env.AGENT_ISSUER) {
    case "local":
      return localIssuer({ ...ca, trustDomain: env.AGENT_TRUST_DOMAIN });
    case "cloudflare": {
      const { CLOUDFLARE_ZONE_ID: zoneId, CLOUDFLARE_API_TOKEN: token } = env;
      if (!zoneId || !token) throw new Error("the cloudflare issuer needs its zone and token");
      // Wrapped, because the runtime's fetch must not be called as a member of another object.
      const own: typeof fetch = (...request) => fetch(...request);
      return withstandOutage(
        cloudflareIssuer({ zoneId, token, chainPem: ca.chain.pem, fetch: own }),
      );
    }
    case "est": {
      const { EST_URL: url, EST_CA: binding } = env;
      if (!url || !binding) throw new Error("the est issuer needs EST_URL and the binding EST_CA");
      return withstandOutage(estIssuer({ url, fetch: binding.fetch.bind(binding) }));
    }
    default:
      throw new Error(`AGENT_ISSUER is "${env.AGENT_ISSUER}", which is none of the three`);
  }
}
