import { Hono } from "hono";
import * as z from "zod";
import { listAudit } from "../access/audit.ts";
import { claimTenant } from "../access/claim-tenant.ts";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, pagingQuery, valid } from "../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../platform/index.ts";
import { auditPage } from "./credential-schemas.ts";
import { tenantIdSchema } from "./schemas.ts";

const query = z.object({
  ...pagingQuery,
  tenantId: tenantIdSchema.optional(),
  action: z.string().min(1).max(64).optional(),
});

export const auditRoutes = new Hono<Rampart>();

auditRoutes.get(
  "/admin/audit",
  operation({
    operationId: "listAudit",
    summary: "Read the audit log, newest first",
    tags: ["Audit"],
    responses: { 200: { description: "A page of entries", schema: auditPage } },
  }),
  valid("query", query),
  async (c) => {
    const { tenantId, action, ...paging } = c.req.valid("query");
    const page = pageRequest(paging);
    const by = personOf(c);
    if (tenantId !== undefined) settle(claimTenant(by, tenantId));
    const { items, total } = await listAudit(
      database(c.env),
      { reach: by.reach, tenantId, action },
      page,
    );
    const shown = items.map((entry) => ({ ...entry, at: timeOf(entry.at) }));
    return json(c, pageOf(page, shown, total));
  },
);
