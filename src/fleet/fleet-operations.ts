import { OVERLOADED } from "./busy-answers.ts";
import { agentDetail } from "./detail-answers.ts";
import * as answers from "./list-answers.ts";
import { deregistered } from "./answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Fleet"];

export const fleetOperations: Abouts = {
  listAgents: {
    summary: "List agents with their effective state",
    tags,
    responses: {
      200: { description: "A page of agents", schema: answers.agentPage },
      404: { description: "There is no tenant of that id" },
    },
  },
  exportAgents: {
    summary: "The agents that fit, as CSV: the fields of the list, in the order of ids",
    description:
      "At most 100,000 agents; if more fit, the last line is `more` and the address of the next file. The rows are read while the file is sent, so it has no ETag. Each export is in the audit log of the tenants whose agents it may have.",
    tags,
    responses: {
      200: { description: "The agents", type: "text/csv", headers: ["Content-Disposition"] },
      404: { description: "There is no tenant of that id" },
    },
  },
  getAgent: {
    summary: "One agent in detail",
    tags,
    responses: { 200: { description: "The agent", schema: agentDetail }, ...OVERLOADED },
  },
  deregisterAgent: {
    summary: "End an agent: its certificates, its record and its state",
    description:
      "Repeated, the call gets the same answer again; from people only while the audit log tells of it among its latest lines.",
    tags,
    responses: { 200: { description: "It is gone", schema: deregistered }, ...OVERLOADED },
  },
};
