import { LIMITED, OVERLOADED } from "./busy-answers.ts";
import { agentSelf } from "./detail-answers.ts";
import * as answers from "./answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Agents"];

export const agentOperations: Abouts = {
  checkinLegacy: {
    summary: "Check in without an agent id in the path",
    tags,
    responses: {
      200: { description: "The policy to run", schema: answers.checkinResponse },
      ...LIMITED,
    },
  },
  checkinAgent: {
    summary: "Record an agent's state and tell it its policy",
    tags,
    responses: {
      200: { description: "The policy to run", schema: answers.checkinResponse },
      ...LIMITED,
    },
  },
  acceptEvent: {
    summary: "Accept one event; it is stored before the answer",
    tags,
    responses: {
      202: {
        description: "Accepted",
        schema: answers.eventResponse,
        headers: ["Idempotency-Replayed"],
      },
      409: { description: "Another event has this eventId" },
      ...LIMITED,
    },
  },
  rotateCertificate: {
    summary: "Issue a new client certificate; the old one counts until the new one is used",
    tags,
    responses: {
      200: { description: "The new certificate and its chain", schema: answers.rotateResponse },
      409: { description: "A new certificate needs a new key here" },
      ...LIMITED,
    },
  },
  getAgentSelf: {
    summary: "The identity and state of the calling agent",
    tags,
    responses: { 200: { description: "The agent", schema: agentSelf }, ...OVERLOADED },
  },
  getAgentPolicy: {
    summary: "The policy of the calling agent, dictionaries included",
    tags,
    responses: {
      200: { description: "The policy", schema: answers.policyDocument },
      304: { description: "If-None-Match names it as it is" },
      ...OVERLOADED,
    },
  },
};
