import { Hono } from "hono";
import { claimTenantInPath } from "../access/claim-tenant.ts";
import { personOf } from "../access/person-of.ts";
import { created, json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../http/contract/index.ts";
import { database, surroundingsOf, type Rampart } from "../platform/index.ts";
import { changeTenant } from "./change-tenant.ts";
import { createTenant } from "./create-tenant.ts";
import * as schemas from "./schemas.ts";
import { tenantParam } from "./shared-schemas.ts";
import { listPlans, listTenants } from "./store.ts";
import { needTenant } from "./need-tenant.ts";

/**
 * Tenants and plans. Operators make and change tenants; a tenant's people read and rename their own.
 */
export const tenantRoutes = new Hono<Rampart>();

tenantRoutes.get("/admin/plans", operation({ operationId: "listPlans" }), async (c) =>
  json(c, await listPlans(database(c.env))),
);

tenantRoutes.post(
  "/admin/tenants",
  operation({ operationId: "createTenant" }),
  valid("json", schemas.newTenant),
  async (c) => {
    const order = c.req.valid("json");
    const desk = { ...surroundingsOf(c), by: personOf(c) };
    const tenant = settle(await createTenant(desk, order));
    return created(c, tenant, `/admin/tenants/${tenant.tenantId}`);
  },
);

tenantRoutes.get(
  "/admin/tenants",
  operation({ operationId: "listTenants" }),
  valid("query", schemas.tenantList),
  async (c) => {
    const { status, q, ...paging } = c.req.valid("query");
    const page = pageRequest(paging);
    const { reach } = personOf(c);
    const { items, total } = await listTenants(database(c.env), { reach, status, q }, page);
    return json(c, pageOf(page, items, total));
  },
);

tenantRoutes.get(
  "/admin/tenants/:tenantId",
  operation({ operationId: "getTenant" }),
  valid("param", tenantParam),
  async (c) => {
    const tenantId = settle(claimTenantInPath(personOf(c), c.req.valid("param").tenantId));
    return json(c, settle(await needTenant(database(c.env), tenantId)));
  },
);

tenantRoutes.patch(
  "/admin/tenants/:tenantId",
  operation({ operationId: "changeTenant" }),
  valid("param", tenantParam),
  valid("json", schemas.tenantChange),
  async (c) => {
    const by = personOf(c);
    const tenantId = settle(claimTenantInPath(by, c.req.valid("param").tenantId));
    const change = c.req.valid("json");
    const now = c.get("platform").now();
    return json(c, settle(await changeTenant(c.env, by, tenantId, change, now)));
  },
);
