import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { refuse, refuseField, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { refuseErased } from "../../tenants/refuse-erased.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { isOfService } from "../providers/providers-for.ts";
import { mayHaveIndexes } from "../vectors/plan.ts";
import type { SettingsChange } from "./schemas.ts";
import { patchSettings, readTenantAi } from "./store.ts";
import { forgetTenantAi } from "./tenant-ai.ts";

/** Changes the settings that are given; null removes one. Only operators may set the ceiling. */
export async function changeSettings(
  env: Cloudflare.Env,
  by: Person,
  tenantId: TenantId,
  { tenantId: _named, ...change }: SettingsChange,
  now: number,
): Promise<void | Refusal> {
  if (change.ceiling !== undefined && by.reach !== "all") {
    return refuse(403, "permission_denied", "Only an operator sets the ceiling of a tenant.");
  }
  const db = database(env);
  const erased = await refuseErased(db, tenantId);
  if (erased !== undefined) return erased;
  const { own, settings } = await readTenantAi(db, tenantId);
  // A name that is in the stored order already is accepted, even if its provider was removed since.
  const known = new Set([...own.map(({ name }) => name), ...(settings.order ?? [])]);
  // An unknown name would be ignored, and with a misspelt order no provider would be called.
  const nobody = change.order?.find((name) => !known.has(name) && !isOfService(env, name));
  if (nobody !== undefined) return refuseField("order", `names "${nobody}", which is no provider`);
  const row = { tenantId, updatedBy: by.subject, updatedAt: now };
  const trace = { at: now, ...doneBy(by), tenantId, action: "ai.settings.changed" };
  await patchSettings(db, row, change, { ...trace, detail: change });
  forgetTenantAi(tenantId);
  if (mayHaveIndexes(env)) await knowledgeOf(env, tenantId).reviewVectors(tenantId);
}
