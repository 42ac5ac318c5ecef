import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { callKeyring } from "./call-keyring.ts";
import type { KeyAccess } from "./key-access.ts";
import type { VersionChange } from "./key-schemas.ts";

/**
 * Disables, enables or destroys one version of a tenant's key. It counts everywhere after one
 * lease.
 */
export async function changeVersion(
  access: KeyAccess,
  tenantId: TenantId,
  version: number,
  change: VersionChange,
  by: Doer,
): Promise<void | Refusal> {
  const at = access.platform.now();
  const refused = await callKeyring(access, tenantId, async (keyring) =>
    keyring.change(version, change, at, by),
  );
  if (isRefusal(refused)) return refused;
  access.leases.forget(tenantId);
}
