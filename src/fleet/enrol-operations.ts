import * as answers from "./enrol-answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Agents"];

export const enrolOperations: Abouts = {
  getAgentConfiguration: {
    summary: "Where agents enrol and check in",
    tags,
    responses: {
      200: { description: "The discovery document", schema: answers.discovery },
      304: { description: "If-None-Match names it as it is" },
    },
  },
  enrollAgent: {
    summary: "Enrol an agent with an enrollment code and a signing request",
    tags,
    responses: {
      200: { description: "The agent and its certificate", schema: answers.enrollResponse },
      401: { description: "The code does not count" },
      403: { description: "No code, and the caller may not enrol without one" },
      409: { description: "The key belongs to another agent, though it be revoked" },
      429: { description: "Too many refused attempts from this address or with this code" },
      503: { description: "The certificate authority gave no certificate" },
    },
  },
};
