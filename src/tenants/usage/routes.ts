import { Hono } from "hono";
import { claimTenantInPath } from "../../access/claim-tenant.ts";
import { personOf } from "../../access/person-of.ts";
import { csvHeaders, json, raw, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { periodOf } from "../gate/period.ts";
import { tenantParam } from "../shared-schemas.ts";
import { readUsage } from "./read-usage.ts";
import { usageQuery } from "./schemas.ts";
import { showUsage } from "./show-usage.ts";
import { usageCsv } from "./usage-csv.ts";
import { needTenant } from "../need-tenant.ts";
import { needTenantInPath } from "../need-tenant-in-path.ts";

export const usageRoutes = new Hono<Rampart>();

usageRoutes.get(
  "/admin/tenants/:tenantId/usage",
  operation({ operationId: "getUsage" }),
  valid("param", tenantParam),
  valid("query", usageQuery),
  async (c) => {
    const tenantId = settle(claimTenantInPath(personOf(c), c.req.valid("param").tenantId));
    const now = c.get("platform").now();
    const period = c.req.valid("query").period ?? periodOf(now);
    const tenant = settle(await needTenant(database(c.env), tenantId));
    return json(c, await showUsage(c.env, tenant, period, now));
  },
);

usageRoutes.get(
  "/admin/tenants/:tenantId/usage.csv",
  operation({ operationId: "exportUsage" }),
  valid("param", tenantParam),
  valid("query", usageQuery),
  async (c) => {
    const now = c.get("platform").now();
    const period = c.req.valid("query").period ?? periodOf(now);
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    const { rows } = await readUsage(c.env, tenantId, now, period);
    return raw(c, usageCsv(rows), csvHeaders(`usage-${tenantId}-${period}`));
  },
);
