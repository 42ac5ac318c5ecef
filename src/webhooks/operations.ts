import * as answers from "./answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Webhooks"];
const shown = { description: "The endpoint", schema: answers.endpoint };

export const webhookOperations: Abouts = {
  createWebhook: {
    summary: "Register an endpoint; its secret is shown here only",
    tags,
    responses: {
      201: {
        description: "The endpoint and its secret",
        schema: answers.issuedEndpoint,
        headers: ["Location"],
      },
      409: { description: "The tenant has as many endpoints as it may have" },
      503: { description: "The tenant's keys cannot be used at the moment" },
    },
  },
  listWebhooks: {
    summary: "List the tenant's endpoints, never their secrets",
    tags,
    responses: { 200: { description: "A page of endpoints", schema: answers.endpointPage } },
  },
  getWebhook: {
    summary: "One endpoint, never its secret",
    tags,
    responses: { 200: shown },
  },
  changeWebhook: {
    summary: "Change an endpoint, or pause it",
    tags,
    responses: { 200: shown, 503: { description: "Webhooks are switched off" } },
  },
  deleteWebhook: {
    summary: "Delete an endpoint and its log",
    tags,
    responses: { 204: { description: "Deleted" } },
  },
  enableWebhook: {
    summary: "Bring a paused or disabled endpoint back",
    tags,
    responses: { 200: shown },
  },
  rotateWebhookSecret: {
    summary: "Make a new secret; the old one signs along for the overlap",
    tags,
    responses: {
      200: { description: "The new secret, shown here only", schema: answers.issuedSecret },
      409: { description: "The last rotation still overlaps, or others are rotating it" },
      503: { description: "The tenant's keys cannot be used at the moment" },
    },
  },
};
