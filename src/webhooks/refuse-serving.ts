import type { Refusal } from "../http/index.ts";
import { refuseMisconfigured, type Platform } from "../platform/index.ts";

/** Refuses all webhooks while a setting is wrong, and logs why. */
export function refuseServing(
  env: Cloudflare.Env,
  { log }: Pick<Platform, "log">,
): Refusal | undefined {
  const refused = refuseMisconfigured(env);
  if (refused === undefined) return undefined;
  const reason = `WEBHOOKS_ALLOW must be empty where ENVIRONMENT is "${env.ENVIRONMENT}".`;
  log({ level: "error", event: "webhooks_misconfigured", reason });
  return refused;
}
