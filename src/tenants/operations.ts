import * as z from "zod";
import * as answers from "./answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Tenants"];

export const tenantOperations: Abouts = {
  listPlans: {
    summary: "List the plans",
    tags,
    responses: { 200: { description: "All plans", schema: z.array(answers.plan) } },
  },
  createTenant: {
    summary: "Create a tenant",
    tags,
    responses: {
      201: { description: "The tenant", schema: answers.tenant, headers: ["Location"] },
      409: { description: "The id is taken" },
    },
  },
  listTenants: {
    summary: "List tenants",
    tags,
    responses: { 200: { description: "A page of tenants", schema: answers.tenantPage } },
  },
  getTenant: {
    summary: "Read a tenant",
    tags,
    responses: { 200: { description: "The tenant", schema: answers.tenant } },
  },
  changeTenant: {
    summary: "Change a tenant's name or, for operators, its plan, quota and status",
    tags,
    responses: {
      200: { description: "The tenant", schema: answers.tenant },
      409: { description: "Others change its plan at the same time, or its data is erased" },
    },
  },
};
