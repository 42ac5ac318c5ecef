import type { Settings } from "./settings.ts";

/**
 * The settings that differ on a developer's machine from those of wrangler.toml; written anew at each
 * start.
 */
export function localSettings({ mtlsPort }: Settings): Record<string, string> {
  return {
    ENVIRONMENT: "development",
    LOG_SUCCESS_SHARE: "1",
    WEBHOOKS_ALLOW: "http://localhost:*",
    AGENT_BASE_URL: `https://localhost:${mtlsPort}`,
    AGENT_TRUST_DOMAIN: "agents.rampart.local",
  };
}
