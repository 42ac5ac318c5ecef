import { Hono } from "hono";
import { personOf } from "../../access/person-of.ts";
import { created, json, noContent, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../../platform/index.ts";
import { claimKnownTenant } from "../../tenants/claim-known-tenant.ts";
import { type CodeRow, listCodes } from "./code-store.ts";
import { codeStatus } from "./code-status.ts";
import { createCode } from "./create-code.ts";
import { revokeCode } from "./revoke-code.ts";
import * as schemas from "./schemas.ts";

export const codeRoutes = new Hono<Rampart>();

codeRoutes.post(
  "/admin/enrollment-codes",
  operation({ operationId: "createEnrollmentCode" }),
  valid("json", schemas.newCode),
  async (c) => {
    const now = c.get("platform").now();
    const order = c.req.valid("json");
    const { code, ...row } = settle(await createCode(database(c.env), personOf(c), order, now));
    return created(c, { ...show(row, now), code }, `/admin/enrollment-codes/${row.id}`);
  },
);

codeRoutes.get(
  "/admin/enrollment-codes",
  operation({ operationId: "listEnrollmentCodes" }),
  valid("query", schemas.codeList),
  async (c) => {
    const { tenantId, q, ...asked } = c.req.valid("query");
    const by = personOf(c);
    if (tenantId !== undefined) settle(await claimKnownTenant(database(c.env), by, tenantId));
    const page = pageRequest(asked);
    const filter = { reach: by.reach, tenantId, q };
    const { items, total } = await listCodes(database(c.env), filter, page);
    const now = c.get("platform").now();
    const shown = items.map((row) => show(row, now));
    return json(c, pageOf(page, shown, total));
  },
);

codeRoutes.delete(
  "/admin/enrollment-codes/:id",
  operation({ operationId: "revokeEnrollmentCode" }),
  valid("param", schemas.codeParam),
  async (c) => {
    const { id } = c.req.valid("param");
    const now = c.get("platform").now();
    settle(await revokeCode(database(c.env), personOf(c), id, now));
    return noContent(c);
  },
);

function show(row: Omit<CodeRow, "hash">, now: number) {
  return {
    id: row.id,
    tenantId: row.tenantId,
    roles: row.roles,
    region: row.region,
    policyId: row.policyId,
    maxUses: row.maxUses,
    used: row.used,
    last4: row.last4,
    createdBy: row.createdBy,
    status: codeStatus(row, now),
    createdAt: timeOf(row.createdAt),
    expiresAt: timeOf(row.expiresAt),
    revokedAt: timeOf(row.revokedAt),
  };
}
