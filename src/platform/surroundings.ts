import type { Context } from "hono";
import type { Rampart } from "./env.ts";
import type { Platform } from "./platform.ts";

/** The bindings and the outside world. */
export interface Surroundings {
  env: Cloudflare.Env;
  platform: Platform;
}

/** Lets work go on after the request that began it, even if its caller has gone away. */
export type Outlive = (work: Promise<unknown>) => void;

export interface RequestSurroundings extends Surroundings {
  outlive: Outlive;
}

export function surroundingsOf(c: Context<Rampart>): RequestSurroundings {
  return {
    env: c.env,
    platform: c.get("platform"),
    outlive: (work) => c.executionCtx.waitUntil(work),
  };
}
