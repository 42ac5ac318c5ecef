import { doneBy } from "../access/audit.ts";
import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { callKeyring } from "./call-keyring.ts";
import type { Desk } from "./desk.ts";
import { noteAudit } from "./note-audit.ts";
import type { VersionChange } from "./schemas.ts";

const PAST = {
  disable: "disabled",
  enable: "enabled",
  destroy: "destroyed",
} as const satisfies Record<VersionChange, string>;

/** Moves one version of a tenant's key along its states. It binds everywhere within one lease. */
export async function changeVersion(
  desk: Desk,
  tenantId: TenantId,
  version: number,
  change: VersionChange,
  by: Doer,
): Promise<void | Refusal> {
  const at = desk.platform.now();
  const refused = await callKeyring(desk, tenantId, async (keyring) => {
    if (change === "disable") return keyring.disable(version, at);
    if (change === "enable") return keyring.enable(version);
    return keyring.destroy(version, by.subject, at);
  });
  if (isRefusal(refused)) return refused;
  desk.leases.of(tenantId).end();
  await noteAudit(desk, {
    at,
    ...doneBy(by),
    action: `encryption.version_${PAST[change]}`,
    tenantId,
    target: String(version),
  });
}
