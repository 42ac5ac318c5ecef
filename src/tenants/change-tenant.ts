import { doneBy } from "../access/audit.ts";
import type { TenantId } from "../access/claim-tenant.ts";
import type { Person } from "../access/principal.ts";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import { database, given, type Database } from "../platform/index.ts";
import { unknownPlan } from "./create-tenant.ts";
import { endOf, periodOf } from "./gate/period.ts";
import { refreshGate } from "./gate/refresh-gate.ts";
import type { TenantChange } from "./schemas.ts";
import type { Tenant } from "./answers.ts";
import { findPlan, updateTenant } from "./store.ts";
import { needTenant } from "./need-tenant.ts";
import { refuseErased } from "./refuse-erased.ts";

/** If somebody else changes the plan meanwhile, it is read and tried again. */
const MAX_TRIES = 3;

export async function changeTenant(
  env: Cloudflare.Env,
  by: Person,
  tenantId: TenantId,
  change: TenantChange,
  now: number,
): Promise<Tenant | Refusal> {
  const beyond = refuseTerms(by, change);
  if (beyond !== undefined) return beyond;
  const db = database(env);
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const tenant = await needTenant(db, tenantId, now);
    if (isRefusal(tenant)) return tenant;
    const erased = await refuseErased(db, tenantId);
    if (erased !== undefined) return erased;
    const written = await writeChange(db, by, tenant, change, now);
    if (isRefusal(written)) return written;
    if (!written) continue;
    await refreshGate(env, tenantId, tenant.monthlyQuota);
    return await needTenant(db, tenantId, now);
  }
  return refuse(409, "conflict", "Others are changing this tenant's plan; try again.", {
    retryable: true,
  });
}

/** A tenant's own people may change its name, but not its plan, quota or status. */
function refuseTerms({ kind }: Person, { name: _name, ...terms }: TenantChange) {
  if (kind === "operator" || Object.keys(given(terms)).length === 0) return undefined;
  const message = "Only an operator of all tenants may change plan, quota and status.";
  return refuse(403, "permission_denied", message);
}

/** False if the plan is no longer the one that was read. */
async function writeChange(
  db: Database,
  by: Person,
  tenant: Tenant,
  change: TenantChange,
  now: number,
): Promise<boolean | Refusal> {
  const { tenantId } = tenant;
  const { plan, ...others } = change;
  const planned = plan === undefined ? {} : await changePlan(db, tenant.plan, plan, now);
  if (isRefusal(planned)) return planned;
  const columns = { ...given(others), ...planned, updatedAt: now };
  const trace = { at: now, ...doneBy(by), tenantId, detail: given(change) };
  const from = plan === undefined ? undefined : tenant.plan;
  return updateTenant(db, tenantId, columns, { ...trace, action: "tenant.changed" }, from);
}

/** A larger plan takes effect at once, a smaller one with the next month. */
async function changePlan(db: Database, from: string, to: string, now: number) {
  const [old, wanted] = [await findPlan(db, from), await findPlan(db, to)];
  if (wanted === undefined) return unknownPlan(to);
  if (old === undefined || wanted.monthlyQuota >= old.monthlyQuota) {
    return { plan: to, nextPlan: null, nextPlanFrom: null };
  }
  return { plan: from, nextPlan: to, nextPlanFrom: periodOf(endOf(periodOf(now))) };
}
