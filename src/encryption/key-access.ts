import type { Context } from "hono";
import type { Platform, Rampart } from "../platform/index.ts";
import { KeyringLeases } from "./lease/keyring-leases.ts";
import { DecryptTrail } from "./trail/decrypt-trail.ts";

/**
 * What every operation of this slice needs besides its input. Tests bring their own leases and
 * clock.
 */
export interface KeyAccess {
  env: Cloudflare.Env;
  platform: Platform;
  leases: KeyringLeases;
  trail: DecryptTrail;
  /** Lets work go on after the answer. */
  background: (task: Promise<unknown>) => void;
  /** Not the platform's, which tests of whole requests let fail: here an answer may have to wait. */
  wait: (ms: number) => Promise<void>;
}

const leases = new KeyringLeases();
const trail = new DecryptTrail();

/**
 * All requests of an isolate share its leases and its trail. Without a request there is no
 * background.
 */
export function keyAccessFor(
  env: Cloudflare.Env,
  platform: Platform,
  background: KeyAccess["background"] = () => {},
): KeyAccess {
  return { env, platform, leases, trail, background, wait };
}

export function keyAccessOf(c: Context<Rampart>): KeyAccess {
  return keyAccessFor(c.env, c.get("platform"), (task) => c.executionCtx.waitUntil(task));
}

function wait(ms: number): Promise<void> {
  return scheduler.wait(ms);
}
