import type { Context } from "hono";
import type { Platform, Rampart } from "../platform/index.ts";

/** Who asks from where: what a look-up needs of the request that it serves. */
export interface Asker {
  env: Cloudflare.Env;
  platform: Platform;
  /** Keeps work alive when the request goes away. */
  outlive: (work: Promise<unknown>) => void;
  /** Undefined for operators who ask for nobody. */
  tenantId: string | undefined;
}

/** The asker of a route behind the gate. */
export function askerOf(c: Context<Rampart>): Asker {
  return askerFor(c, c.get("admission").tenantId);
}

export function askerFor(c: Context<Rampart>, tenantId: string | undefined): Asker {
  return {
    env: c.env,
    platform: c.get("platform"),
    outlive: (work) => c.executionCtx.waitUntil(work),
    tenantId,
  };
}
