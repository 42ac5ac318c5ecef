import type { Context } from "hono";
import type { Platform, Rampart } from "../platform/index.ts";
import { KeyringLeases } from "./lease/keyring-leases.ts";
import { DecryptTrail } from "./trail/decrypt-trail.ts";

/** What a call of this slice works with. A test brings leases, a clock and waits of its own. */
export interface Desk {
  env: Cloudflare.Env;
  platform: Platform;
  leases: KeyringLeases;
  trail: DecryptTrail;
  /** Lets work go on when the answer is out. */
  background: (task: Promise<unknown>) => void;
  wait: (ms: number) => Promise<void>;
}

const leases = new KeyringLeases();
const trail = new DecryptTrail();

/** The desk of this isolate, where all its requests share leases. */
export function deskFor(
  env: Cloudflare.Env,
  platform: Platform,
  background: Desk["background"],
): Desk {
  return { env, platform, leases, trail, background, wait };
}

export function deskOf(c: Context<Rampart>): Desk {
  return deskFor(c.env, c.get("platform"), (task) => c.executionCtx.waitUntil(task));
}

function wait(ms: number): Promise<void> {
  return scheduler.wait(ms);
}
