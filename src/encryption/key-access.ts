import type { Context } from "hono";
import {
  surroundingsOf,
  type Outlive,
  type Platform,
  type Rampart,
  type RequestSurroundings,
} from "../platform/index.ts";
import { KeyringLeases } from "./lease/keyring-leases.ts";
import { DecryptTrail } from "./trail/decrypt-trail.ts";

/**
 * What every operation of this slice needs besides its input. Tests bring their own leases and
 * clock.
 */
export interface KeyAccess extends RequestSurroundings {
  leases: KeyringLeases;
  trail: DecryptTrail;
  /** Not the platform's, which tests of whole requests let fail: here an answer may have to wait. */
  wait: (ms: number) => Promise<void>;
}

const leases = new KeyringLeases();
const trail = new DecryptTrail();

/** All requests of an isolate share its leases and its trail. Without a request nothing is kept alive. */
export function keyAccessFor(
  env: Cloudflare.Env,
  platform: Platform,
  outlive: Outlive = () => {},
): KeyAccess {
  return { env, platform, leases, trail, outlive, wait };
}

export function keyAccessOf(c: Context<Rampart>): KeyAccess {
  const { env, platform, outlive } = surroundingsOf(c);
  return keyAccessFor(env, platform, outlive);
}

function wait(ms: number): Promise<void> {
  return scheduler.wait(ms);
}
