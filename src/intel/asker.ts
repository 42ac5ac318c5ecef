import type { Context } from "hono";
import type { Platform, Rampart } from "../platform/index.ts";

/** What a look-up needs to know of the request that it serves. */
export interface Asker {
  env: Cloudflare.Env;
  platform: Platform;
  /** Lets work go on after the request. */
  outlive: (work: Promise<unknown>) => void;
  /** Undefined for an operator who asks for no tenant. */
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
