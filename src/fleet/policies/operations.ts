import * as schemas from "./schemas.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["Policies"];

export const policyOperations: Abouts = {
  createPolicy: {
    summary: "Make a policy at revision 1",
    tags,
    responses: {
      201: { description: "The policy", schema: schemas.policy, headers: ["Location"] },
      409: { description: "The tenant has as many policies as it may have" },
    },
  },
  listPolicies: {
    summary: "List policies at their newest revision",
    tags,
    responses: {
      200: { description: "A page of policies", schema: schemas.policyPage },
      404: { description: "There is no tenant of that id" },
    },
  },
  assignPolicy: {
    summary: "Give a policy to a tenant, or to one role of it",
    tags,
    responses: {
      204: { description: "Assigned; agents hear of it at their next check-in" },
      409: {
        description:
          "As many roles have a policy of their own as may have one, or the tenant's data is erased",
      },
    },
  },
  getPolicy: {
    summary: "One policy at its newest revision",
    tags,
    responses: { 200: { description: "The policy", schema: schemas.policy } },
  },
  deletePolicy: {
    summary: "Delete a policy that nobody has",
    tags,
    responses: {
      204: { description: "It is gone" },
      409: { description: "A role, an enrollment code or an agent has it" },
    },
  },
  revisePolicy: {
    summary: "Write the next revision of a policy",
    tags,
    responses: { 201: { description: "The policy at its new revision", schema: schemas.policy } },
  },
};
