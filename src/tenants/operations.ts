import * as z from "zod";
import * as schemas from "./schemas.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Tenants"];

export const tenantOperations: Abouts = {
  listPlans: {
    summary: "List the plans",
    tags,
    responses: { 200: { description: "All plans", schema: z.array(schemas.plan) } },
  },
  createTenant: {
    summary: "Create a tenant",
    tags,
    responses: {
      201: { description: "The tenant", schema: schemas.tenant },
      409: { description: "The id is taken" },
    },
  },
  listTenants: {
    summary: "List tenants",
    tags,
    responses: { 200: { description: "A page of tenants", schema: schemas.tenantPage } },
  },
  getTenant: {
    summary: "Read a tenant",
    tags,
    responses: { 200: { description: "The tenant", schema: schemas.tenant } },
  },
  changeTenant: {
    summary: "Change a tenant's name or, for operators, its plan, quota and status",
    tags,
    responses: {
      200: { description: "The tenant", schema: schemas.tenant },
      409: { description: "Others change its plan at the same time, or its data is erased" },
    },
  },
};
