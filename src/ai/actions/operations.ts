import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI"];
const decided = {
  200: { description: "As decided", schema: answers.storedAction },
  409: { description: "Decided the other way, or not what was proposed" },
  410: { description: "The time to decide is over" },
};

export const actionOperations: Abouts = {
  listActions: {
    summary: "List the actions that chats proposed, newest first, also of one state alone",
    tags,
    responses: { 200: { description: "One page", schema: answers.actionPage } },
  },
  getAction: {
    summary: "Read a proposed action",
    tags,
    responses: { 200: { description: "The action", schema: answers.storedAction } },
  },
  approveAction: {
    summary: "Approve an action",
    description:
      "A notice is told to the tenant's webhooks and done with that. Everything else waits for an executor of the tenant. Repeated with the same `Idempotency-Key` it answers as before.",
    tags,
    responses: decided,
  },
  rejectAction: { summary: "Reject an action", tags, responses: decided },
};
