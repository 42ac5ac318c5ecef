import type { Context } from "hono";
import { readAddress, type Rampart } from "../platform/index.ts";
import { DEFAULT_INTERVAL_S } from "./policies/pick-policy.ts";
import { versionsOf } from "./semver.ts";

const LAST_SLASHES = /\/+$/;

declare global {
  namespace Cloudflare {
    interface Env {
      /** The address for agents with certificates; if empty, the host of the request. */
      AGENT_BASE_URL: string;
      AGENT_DOCS_URL: string;
    }
  }
}

/** Agents put paths behind it, and keep it: one that leads nowhere is told to nobody. */
export function backendUrl(c: Context<Rampart>): string {
  return agentBase(c.env) ?? new URL(c.req.url).origin;
}

/** Undefined without the setting. Throws if it is no address. */
export function agentBase({ AGENT_BASE_URL: text }: Cloudflare.Env): string | undefined {
  if (text === "") return undefined;
  return readAddress("AGENT_BASE_URL", text).href.replace(LAST_SLASHES, "");
}

/** The discovery document. It is the same for everybody: it names no tenant and holds no secret. */
export function discoveryDocument(c: Context<Rampart>) {
  const base = backendUrl(c);
  const { min: minVersion, recommended: recommendedVersion } = versionsOf(c.env);
  return {
    version: "1",
    environment: c.env.ENVIRONMENT,
    enrollment: { endpoint: `${base}/enroll`, method: "POST", codeRequired: true },
    checkin: { endpoint: `${base}/agents/{id}/checkin`, intervalSeconds: DEFAULT_INTERVAL_S },
    identityEndpoint: `${base}/agents/me`,
    agent: { minVersion, recommendedVersion },
    docsUrl: c.env.AGENT_DOCS_URL === "" ? `${base}/docs` : c.env.AGENT_DOCS_URL,
  };
}
