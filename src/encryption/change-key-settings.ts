import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { callKeyring } from "./call-keyring.ts";
import type { KeyAccess } from "./key-access.ts";
import type { Settings } from "./keyring/change-settings.ts";
import { LEASE_MS } from "./lease/terms.ts";

/** Changes the settings of a tenant's keyring. Returns from when on they count everywhere. */
export async function changeKeySettings(
  access: KeyAccess,
  tenantId: TenantId,
  settings: Settings,
  by: Doer,
): Promise<number | Refusal> {
  const at = access.platform.now();
  // An object of an older version returns nothing.
  const since: number | Refusal | undefined = await callKeyring(access, tenantId, async (keyring) =>
    keyring.set(settings, at, by),
  );
  if (isRefusal(since)) return since;
  access.leases.forget(tenantId);
  return (since ?? access.platform.now()) + LEASE_MS;
}
