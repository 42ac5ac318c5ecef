import { oidcIssuers } from "../../access/oidc/issuers.ts";
import { brokenVersions } from "../../fleet/semver.ts";
import { successShare } from "../../platform/index.ts";

/** The settings that cannot be read and of which no other page tells. */
export function findBrokenSettings(env: Cloudflare.Env): string[] {
  const read = {
    LOG_SUCCESS_SHARE: () => successShare(env),
    OIDC_ISSUERS: () => oidcIssuers(env.OIDC_ISSUERS),
  };
  const broken = Object.entries(read).filter(([, reading]) => fails(reading));
  return [...broken.map(([name]) => name), ...brokenVersions(env)];
}

function fails(reading: () => unknown): boolean {
  try {
    reading();
    return false;
  } catch {
    return true;
  }
}
