import { failureOf, type Refusal } from "../http/index.ts";
import { keysUnavailable } from "./envelope/roots.ts";
import type { KeyAccess } from "./key-access.ts";
import type { Keyring } from "./keyring-object.ts";

/**
 * Calls a tenant's keyring, once: a call that failed may have been carried out, so it is not
 * repeated.
 */
export async function callKeyring<T>(
  { env, platform }: Pick<KeyAccess, "env" | "platform">,
  tenantId: string,
  act: (keyring: DurableObjectStub<Keyring>) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await act(env.KEYRING.get(env.KEYRING.idFromName(tenantId)));
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
