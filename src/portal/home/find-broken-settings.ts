import { oidcIssuers } from "../../access/oidc/issuers.ts";
import { serviceProviders } from "../../ai/providers/service-providers.ts";
import { graphDirectories } from "../../ai/tools/open-graph.ts";
import { agentBase } from "../../fleet/discover.ts";
import { brokenVersions } from "../../fleet/semver.ts";
import { needSecret, readAddress, successShare } from "../../platform/index.ts";
import { publicKeys } from "../../webhooks/sign/signing-pair.ts";

/** The settings that cannot be read and of which no other page tells. */
export function findBrokenSettings(env: Cloudflare.Env): string[] {
  const read = {
    LOG_SUCCESS_SHARE: () => successShare(env),
    OIDC_ISSUERS: () => oidcIssuers(env.OIDC_ISSUERS),
    API_KEY_MAC_SECRET: () => needSecret("API_KEY_MAC_SECRET", env.API_KEY_MAC_SECRET),
    INDICATOR_HMAC_KEY: () => needSecret("INDICATOR_HMAC_KEY", env.INDICATOR_HMAC_KEY),
    WEBHOOK_SIGNING_KEY: () => publicKeys(env),
    AGENT_BASE_URL: () => agentBase(env),
    EVENTS_FORWARD_URL: () => optionalAddress("EVENTS_FORWARD_URL", env.EVENTS_FORWARD_URL),
    INTEL_RESOLVER_URL: () => optionalAddress("INTEL_RESOLVER_URL", env.INTEL_RESOLVER_URL),
    AI_PROVIDERS: () => serviceProviders(env),
    GRAPH_DIRECTORIES: () => graphDirectories(env),
  };
  const broken = Object.entries(read).filter(([, reading]) => fails(reading));
  return [...broken.map(([name]) => name), ...brokenVersions(env)];
}

function optionalAddress(setting: string, text = ""): URL | undefined {
  return text === "" ? undefined : readAddress(setting, text);
}

function fails(reading: () => unknown): boolean {
  try {
    reading();
    return false;
  } catch {
    return true;
  }
}
