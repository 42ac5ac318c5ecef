import { env } from "cloudflare:workers";
import { expect } from "vitest";
import {
  claimTenant,
  issueServiceKey,
  issueToken,
  PERMISSIONS,
  PERMISSIONS_OF,
  SERVICE_OPERATIONS,
  type Permission,
  type Person,
  type Role,
  type ServiceOperation,
} from "../../src/access/index.ts";
import { doneBy } from "../../src/access/audit.ts";
import { settle } from "../../src/http/index.ts";
import { database, randomBase62 } from "../../src/platform/index.ts";
import { createApiKey, MODULES, type Module } from "../../src/tenants/index.ts";
import { insertTenant } from "../../src/tenants/store.ts";

/** The operator who makes what tests need but do not look at. */
export const ROOT: Person = {
  kind: "operator",
  subject: "test:root",
  reach: "all",
  permissions: new Set(PERMISSIONS),
};

/**
 * Makes a tenant with an id of its own, so that tests may share one store. It writes what
 * `createTenant` writes, without its two reads, because nothing else is made as often.
 */
export async function aTenant(plan = "team"): Promise<string> {
  const tenantId = `t-${randomBase62(12).toLowerCase()}`;
  const now = Date.now();
  const row = {
    id: tenantId,
    name: tenantId,
    plan,
    nextPlan: null,
    nextPlanFrom: null,
    monthlyQuota: null,
    location: null,
    status: "active" as const,
    createdAt: now,
    updatedAt: now,
  };
  const trace = { at: now, ...doneBy(ROOT), action: "tenant.created", tenantId };
  if (!(await insertTenant(database(env), row, trace))) throw new Error(`${tenantId} exists`);
  return tenantId;
}

const operators = new Map<string, Promise<string>>();

/**
 * Returns the bearer token of an operator who may do everything. All tests of a file share one, since
 * hardly any asks who the operator is.
 */
export function anOperator(): Promise<string> {
  const { testPath = "" } = expect.getState();
  const known = operators.get(testPath) ?? aNewOperator();
  operators.set(testPath, known);
  return known;
}

/** Forgets the operator of this file: the next test gets a new one. For files that revoke tokens. */
export function forgetOperator(): void {
  operators.delete(expect.getState().testPath ?? "");
}

/**
 * Makes a new operator: with the permissions named, or for a test that revokes the token, reads what
 * the operator did, or lives at another time.
 */
export async function aNewOperator(
  permissions: readonly Permission[] = PERMISSIONS,
  now = Date.now(),
) {
  const order = { name: "test", permissions };
  return settle(await issueToken(database(env), ROOT, order, now)).token;
}

/** Makes a bearer token for one or more tenants, by role or by permissions. */
export async function aMember(of: string | string[], may: Role | readonly Permission[] = "owner") {
  const permissions = typeof may === "string" ? PERMISSIONS_OF[may] : may;
  const order = { name: "test", permissions, tenants: [of].flat() };
  return settle(await issueToken(database(env), ROOT, order, Date.now())).token;
}

export async function aServiceKey(
  operations: readonly ServiceOperation[] = SERVICE_OPERATIONS,
  tenants?: string[],
) {
  const order = { name: "test", operations, tenants };
  return settle(await issueServiceKey(database(env), ROOT, order, Date.now())).key;
}

/** Makes an API key of the tenant, for every module unless some are named. */
export async function anApiKey(
  tenantId: string,
  scopes: readonly Module[] = MODULES,
): Promise<string> {
  const order = {
    name: "test",
    scopes: [...scopes],
    note: null,
    allowedAddresses: [],
    monthlyCap: null,
  };
  const of = settle(claimTenant(ROOT, tenantId));
  return settle(await createApiKey(env, ROOT, of, order, Date.now())).key;
}
