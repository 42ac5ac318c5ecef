import { Hono } from "hono";
import * as z from "zod";
import { findTenantInPath } from "../access/claim-tenant.ts";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { changeTenant } from "./change-tenant.ts";
import { createTenant } from "./create-tenant.ts";
import * as schemas from "./schemas.ts";
import { tenantParam } from "./shared-schemas.ts";
import { listPlans, listTenants } from "./store.ts";
import { needTenant } from "./need-tenant.ts";

const tags = ["Tenants"];

/**
 * Tenants and plans. Operators make and change tenants; a tenant's people read and rename their own.
 */
export const tenantRoutes = new Hono<Rampart>();

tenantRoutes.get(
  "/admin/plans",
  operation({
    operationId: "listPlans",
    summary: "List the plans",
    tags,
    responses: { 200: { description: "All plans", schema: z.array(schemas.plan) } },
  }),
  async (c) => json(c, await listPlans(database(c.env))),
);

tenantRoutes.post(
  "/admin/tenants",
  operation({
    operationId: "createTenant",
    summary: "Create a tenant",
    tags,
    responses: {
      201: { description: "The tenant", schema: schemas.tenant },
      409: { description: "The id is taken" },
    },
  }),
  valid("json", schemas.newTenant),
  async (c) => {
    const order = c.req.valid("json");
    const desk = { env: c.env, platform: c.get("platform"), by: personOf(c) };
    return json(c, settle(await createTenant(desk, order)), 201);
  },
);

tenantRoutes.get(
  "/admin/tenants",
  operation({
    operationId: "listTenants",
    summary: "List tenants",
    tags,
    responses: { 200: { description: "A page of tenants", schema: schemas.tenantPage } },
  }),
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
  operation({
    operationId: "getTenant",
    summary: "Read a tenant",
    tags,
    responses: { 200: { description: "The tenant", schema: schemas.tenant } },
  }),
  valid("param", tenantParam),
  async (c) => {
    const tenantId = settle(findTenantInPath(personOf(c), c.req.valid("param").tenantId));
    return json(c, settle(await needTenant(database(c.env), tenantId)));
  },
);

tenantRoutes.patch(
  "/admin/tenants/:tenantId",
  operation({
    operationId: "changeTenant",
    summary: "Change a tenant's name or, for operators, its plan, quota and status",
    tags,
    responses: {
      200: { description: "The tenant", schema: schemas.tenant },
      409: { description: "Others change its plan at the same time, or its data is erased" },
    },
  }),
  valid("param", tenantParam),
  valid("json", schemas.tenantChange),
  async (c) => {
    const by = personOf(c);
    const tenantId = settle(findTenantInPath(by, c.req.valid("param").tenantId));
    const change = c.req.valid("json");
    const now = c.get("platform").now();
    return json(c, settle(await changeTenant(c.env, by, tenantId, change, now)));
  },
);
