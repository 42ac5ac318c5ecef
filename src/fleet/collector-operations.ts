import { OVERLOADED } from "./busy-answers.ts";
import { collectorDetail } from "./detail-answers.ts";
import * as answers from "./list-answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Fleet administration"];

export const collectorOperations: Abouts = {
  listCollectors: {
    summary: "List agents of all tenants with their last state",
    tags,
    responses: {
      200: { description: "A page of collectors", schema: answers.collectorPage },
      404: { description: "There is no tenant of that id" },
    },
  },
  getFleetSummary: {
    summary: "Count agents by effective state, in all and for each tenant",
    tags,
    responses: { 200: { description: "The counts", schema: answers.fleetSummary } },
  },
  getCollector: {
    summary: "One agent of any tenant in detail, with its connection",
    tags,
    responses: {
      200: { description: "The collector", schema: collectorDetail },
      ...OVERLOADED,
    },
  },
  listCollectorEvents: {
    summary: "The last events of one agent, newest first",
    tags,
    responses: {
      200: { description: "A page of events", schema: answers.eventPage },
      ...OVERLOADED,
    },
  },
  revokeCollector: {
    summary: "Revoke an agent; its next request is refused",
    tags,
    responses: {
      200: { description: "The agent as it is now", schema: collectorDetail },
      ...OVERLOADED,
    },
  },
  resolveCollectorConflict: {
    summary: "Take the conflict flag off an agent",
    tags,
    responses: {
      200: { description: "The agent as it is now", schema: collectorDetail },
      ...OVERLOADED,
    },
  },
};
