import { failureOf } from "../http/index.ts";
import type { Surroundings } from "../platform/index.ts";
import type { Location } from "./locations.ts";

/**
 * Calls the objects that serve a tenant's callers as soon as the tenant is made. An object stays
 * where it is when it is first called; otherwise that would be near whoever makes the first key.
 */
export async function placeObjects(
  { env, platform }: Surroundings,
  tenantId: string,
  locationHint: Location,
): Promise<void> {
  const { TENANT_GATE: gates, KEYRING: keyrings, KNOWLEDGE: libraries } = env;
  const near = { locationHint };
  const calls = await Promise.allSettled([
    gates.get(gates.idFromName(tenantId), near).place(),
    keyrings.get(keyrings.idFromName(tenantId), near).place(),
    libraries.get(libraries.idFromName(tenantId), near).place(),
  ]);
  for (const call of calls) {
    if (call.status === "fulfilled") continue;
    const reason = failureOf(call.reason);
    platform.log({ level: "warn", event: "object_not_placed", tenantId, locationHint, reason });
  }
}
