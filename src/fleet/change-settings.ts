import { doneBy } from "../access/audit.ts";
import type { TenantId } from "../access/claim-tenant.ts";
import type { Person } from "../access/principal.ts";
import { parseMoment } from "../http/contract/index.ts";
import type { Refusal } from "../http/index.ts";
import { given, type Database } from "../platform/index.ts";
import { refuseErased } from "../tenants/refuse-erased.ts";
import { forgetFleetRules } from "./fleet-rules.ts";
import type { SettingsChange } from "./settings-schemas.ts";
import { type FleetSettings, updateSettings } from "./settings-store.ts";

/** Changes the given settings of how a tenant's agents are treated. */
export async function changeSettings(
  db: Database,
  by: Person,
  tenantId: TenantId,
  { renewBefore, ...change }: SettingsChange,
  now: number,
): Promise<FleetSettings | Refusal> {
  const refused = await refuseErased(db, tenantId);
  if (refused !== undefined) return refused;
  const changed = given({ ...change, renewBefore: parseMoment(renewBefore) });
  const trace = { at: now, ...doneBy(by), action: "fleet_settings.changed", tenantId };
  const settings = await updateSettings(db, tenantId, changed, trace);
  forgetFleetRules(tenantId);
  return settings;
}
