import type { Context } from "hono";
import { byAddress } from "../access/throttle-failures.ts";
import { claimTenant } from "../access/claim-tenant.ts";
import { identifyPerson } from "../access/identify-person.ts";
import { presumedId } from "../access/credential.ts";
import { missingPermission, onlyForOperators } from "../access/refusals.ts";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import { database, type Database, type Rampart } from "../platform/index.ts";
import { unknownTenant } from "../tenants/refusals.ts";
import { findTenant } from "../tenants/store.ts";
import type { Enrolled } from "./agent/new-record.ts";
import { type Grant, grantOfCode, grantOfOperator } from "./codes/grant.ts";
import { openCode } from "./codes/open-code.ts";
import { refuseCode } from "./codes/refuse-code.ts";
import { enrol } from "./enrol.ts";
import { revokeUnkept } from "./revoke-at-issuer.ts";
import type { EnrollRequest } from "./enrol-schemas.ts";

const PERMISSION = "enrollment:write";

declare global {
  namespace Cloudflare {
    interface Env {
      /** Count refused enrolments per address and per code; the limits are in wrangler.toml. */
      ENROLL_FAILURES: RateLimit;
      CODE_FAILURES: RateLimit;
    }
  }
}

export function failuresOf(c: Context<Rampart>, code: string | undefined) {
  const key = code === undefined ? undefined : presumedId("rmp_enr", code);
  return [byAddress(c, c.env.ENROLL_FAILURES), { counter: c.env.CODE_FAILURES, key }];
}

export async function enrolCaller(
  c: Context<Rampart>,
  request: EnrollRequest,
  tenant: string | undefined,
): Promise<Enrolled | Refusal> {
  const { enrollment_code: code, role } = request;
  const grant =
    code === undefined
      ? await grantToOperator(c, tenant, role)
      : await grantToCode(c, code, tenant);
  if (isRefusal(grant)) return grant;
  const { about } = c.get("call");
  about.caller = grant.actor;
  about.tenantId = grant.tenantId;
  const refused = await refuseTenant(database(c.env), grant.tenantId);
  if (refused !== undefined) return refused;
  return enrol(request, grant, {
    env: c.env,
    now: c.get("platform").now(),
    revokeUnkept: (issued) => revokeUnkept(c, issued),
  });
}

/** Refuses new agents for a suspended or closed tenant; existing agents go on. */
async function refuseTenant(db: Database, tenantId: string): Promise<Refusal | undefined> {
  const tenant = await findTenant(db, tenantId);
  if (tenant === undefined) return unknownTenant(tenantId, "tenant");
  if (tenant.status === "active") return undefined;
  const message = "The tenant is suspended or closed.";
  return refuse(403, "tenant_inactive", message, { retryable: false, action: "stop" });
}

/** Grants by a code. The tenant is the code's; if one is named, it must be the same. */
async function grantToCode(
  c: Context<Rampart>,
  code: string,
  tenant: string | undefined,
): Promise<Grant | Refusal> {
  const row = await openCode(database(c.env), code, c.get("platform").now());
  if (isRefusal(row)) return row;
  if (tenant === undefined || tenant === row.tenantId) return grantOfCode(row);
  const message = "The code is another tenant's than the one named.";
  return refuse(403, "tenant_forbidden", message, { retryable: false, action: "stop" });
}

/**
 * Grants to an operator without a code. The query must name the tenant, because the body never does.
 */
async function grantToOperator(
  c: Context<Rampart>,
  tenant: string | undefined,
  role: string | undefined,
): Promise<Grant | Refusal> {
  const by = await identifyPerson(c, true);
  if (by === undefined) return refuseCode("code_invalid", "An enrollment code is needed.");
  if (isRefusal(by)) return by;
  c.get("call").about.caller = by.subject;
  if (by.kind !== "operator") return onlyForOperators(PERMISSION);
  if (!by.permissions.has(PERMISSION)) return missingPermission(PERMISSION);
  if (tenant === undefined) {
    const details = [{ path: "tenant", message: "is needed where there is no code" }];
    return refuse(400, "invalid_request", "The query must name the tenant.", { details });
  }
  const tenantId = claimTenant(by, tenant);
  return isRefusal(tenantId) ? tenantId : grantOfOperator(by, tenantId, role);
}
