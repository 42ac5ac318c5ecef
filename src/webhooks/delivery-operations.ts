import * as schemas from "./delivery/schemas.ts";
import * as answers from "./delivery/answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Webhooks"];

export const deliveryOperations: Abouts = {
  pingWebhook: {
    summary: "Send a test event by the way of every other event",
    tags,
    responses: {
      202: { description: "The event is on its way", schema: answers.pinged },
      409: { description: "The endpoint is paused or switched off" },
      429: { description: "Too many pings of this endpoint within a minute" },
    },
  },
  getWebhookHealth: {
    summary: "What waits to be sent, and for how long nothing has come through",
    tags,
    responses: { 200: { description: "The endpoint's health", schema: schemas.endpointHealth } },
  },
  listWebhookDeliveries: {
    summary: "The endpoint's log of 30 days, newest first, with every attempt",
    tags,
    responses: { 200: { description: "A page of deliveries", schema: answers.deliveryPage } },
  },
  replayWebhook: {
    summary: "Send one event again, or all of a time, also of one in which the endpoint was off",
    tags,
    responses: {
      200: {
        description: "How many are due; where there are more, `next` is the body of the next call",
        schema: answers.replayed,
      },
    },
  },
  getWebhookKeys: {
    summary: "The public keys of v1a signatures",
    tags,
    responses: {
      200: {
        description: "A JSON Web Key Set",
        schema: answers.keySet,
      },
    },
  },
};
