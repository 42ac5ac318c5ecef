import { failureOf, type Refusal } from "../http/index.ts";
import type { Platform } from "../platform/index.ts";
import { keysUnavailable } from "./envelope/roots.ts";
import type { Keyring } from "./keyring-object.ts";

interface Around {
  env: Cloudflare.Env;
  platform: Platform;
}

/**
 * Calls a tenant's keyring, once: a call that failed may have been carried out, so it is not
 * repeated.
 */
export async function callKeyring<T>(
  { env, platform }: Around,
  tenantId: string,
  order: (keyring: DurableObjectStub<Keyring>) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await order(env.KEYRING.get(env.KEYRING.idFromName(tenantId)));
  } catch (error) {
    platform.log({
      level: "error",
      event: "keyring_unreachable",
      tenantId,
      reason: failureOf(error),
    });
    return keysUnavailable();
  }
}
